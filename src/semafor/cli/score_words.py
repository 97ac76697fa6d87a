"""All that `semafor score` says, in English and in Polish."""

from __future__ import annotations

from typing import Final

from semafor.cli.language import Texts

TABLE_TEXTS: Final[Texts] = {
    # What is wrong with a text
    "line": ("line {line}", "wiersz {line}"),
    "problems": (
        "{source} has one problem:|{source} has {number} problems:",
        "{source}: jeden problem:|{source}: {number} problemy:|{source}: {number} problemów:",
    ),
    "did_you_mean": ("Did you mean {names}?", "Czy chodzi o: {names}?"),
    "a_route": ("a route", "połączenie"),
    "a_ticket": ("a ticket", "bilet"),
    "part_routes": ("routes", "trasy"),
    "part_tickets": ("tickets", "bilety"),
    "part_hand": ("hand", "ręka"),
    "no_board": (
        "Which board was it? Begin with a line such as “board: usa”. The boards are {boards}.",
        "Na jakiej planszy? Zacznij od wiersza takiego jak „plansza: usa”. Plansze: {boards}.",
    ),
    "which_board": (
        "“{name}” could be more than one board: {boards}.",
        "„{name}” może oznaczać więcej niż jedną planszę: {boards}.",
    ),
    "unknown_board": (
        "“{name}” is neither a board nor a board file.{near} The boards are {boards}.",
        "„{name}” nie jest ani planszą, ani plikiem planszy.{near} Plansze: {boards}.",
    ),
    "unknown_part": (
        "“{word}:” is not known here; it was taken for “{near}:”.",
        "Nieznane słowo „{word}:”; przyjęto „{near}:”.",
    ),
    "name_alone": (
        "“{name}” was taken for a player; say what follows the name: “routes:” or “tickets:”, each on its own line.",
        "„{name}” to chyba gracz; napisz, co po nim następuje: „trasy:” albo „bilety:”, w osobnych wierszach.",
    ),
    "no_player_yet": (
        "Whose {word} are these? Write the player's name on a line above.",
        "Czyje to ({word})? Napisz imię gracza w wierszu powyżej.",
    ),
    "same_name": (
        "There is a player {name} already (line {line}). If this is no player, it was not understood.",
        "Gracz {name} już jest (wiersz {line}). Jeśli to nie gracz, wiersz jest niezrozumiały.",
    ),
    "wrong_number_of_players": (
        "{board} is for {least} to {most} players; here there are names of {got}.",
        "{board}: od {least} do {most} graczy, a tu podano: {got}.",
    ),
    "unknown_place": (
        "“{text}”, taken for {what}: there is no place “{word}” on this board.{near}",
        "„{text}”, odczytane jako {what}: na tej planszy nie ma miejsca „{word}”.{near}",
    ),
    "which_place": ("“{text}”: “{word}” could be {names}.", "„{text}”: „{word}” może oznaczać: {names}."),
    "which_route": ("“{text}” could be {names}.", "„{text}” może oznaczać: {names}."),
    "no_such_route": ("There is no route {places}. {near}", "Nie ma połączenia {places}. {near}"),
    "neighbours": ("Routes from {place} go to {names}.", "Połączenia z: {place} – do: {names}."),
    "no_such_lane": (
        "“{text}”: there is no such route; there is {routes}.",
        "„{text}”: nie ma takiego; jest {routes}.",
    ),
    "which_lane": (
        "“{text}”: these are different routes; say which one: {routes}.",
        "„{text}”: to różne połączenia; napisz, które: {routes}.",
    ),
    "route_twice": (
        "{places}: {name} has this route already (line {line}).",
        "{places}: {name} ma już to połączenie (wiersz {line}).",
    ),
    "held_twice": (
        "{places}: {name} has one of these already (line {line}); of parallel routes a player may hold one ({rule}).",
        "{places}: {name} ma już jedno z tych połączeń (wiersz {line}); z równoległych wolno mieć jedno ({rule}).",
    ),
    "lane_closed": (
        "{places} is closed: with {players} only {most} of these may be claimed ({rule}), and {holders} did.",
        "{places} jest zamknięte: {players}, więc do zajęcia jest tylko {most} z nich ({rule}); zajęte: {holders}.",
    ),
    "route_taken": ("{places} is taken: {holders}.", "{places} jest już zajęte: {holders}."),
    "too_many_trains": (
        "{name}: these routes take {used} trains, and a player has {trains} ({rule}).",
        "{name}: te połączenia wymagają wagoników w liczbie {used}, a gracz ma ich {trains} ({rule}).",
    ),
    "which_ticket": ("“{text}” could be {names}.", "„{text}” może oznaczać: {names}."),
    "ticket_points": (
        "The ticket {ticket} is not worth {got}.",
        "Bilet {ticket} ma inną wartość niż {got}.",
    ),
    "no_such_ticket": ("There is no ticket {places}. {near}", "Nie ma biletu {places}. {near}"),
    "tickets_there": ("Tickets from {place}: {names}.", "Bilety z: {place} – do: {names}."),
    "none": ("none", "brak"),
    "ticket_twice": (
        "There is only one ticket {ticket}, and {name} has it (line {line}).",
        "Jest tylko jeden bilet {ticket}, a ma go {name} (wiersz {line}).",
    ),
    "unknown_card": (
        "“{text}”: “{word}” is no card. The cards: {names}.",
        "„{text}”: „{word}” to nie karta. Karty: {names}.",
    ),
    "too_many_cards": (
        "The hands have {held} cards of the kind {card}, and the game has {total}.",
        "Na rękach jest {held} kart „{card}”, a w grze jest ich {total}.",
    ),
    "no_goals_here": ("{board} is played without goals.", "{board}: na tej planszy nie ma celów."),
    "which_goal": ("“{text}” could be {names}.", "„{text}” może oznaczać: {names}."),
    "unknown_goal": ("There is no goal “{text}”.{near}", "Nie ma celu „{text}”.{near}"),
    "wrong_number_of_goals": (
        "{number} goals lie face up on this board, and {got} are named here: “goals: …”. The goals are {goals}.",
        "Na tej planszy odkryte są {number} cele, a podano {got}: „cele: …”. Cele: {goals}.",
    ),
    "hand_not_given": (
        "No hand is given for {names}; for the goal {goal} it counts as empty.",
        "Nie podano ręki ({names}); przy celu {goal} liczy się jako pusta.",
    ),
}

SCORE_TEXTS: Final[Texts] = {
    "players": ("player|players", "gracz|gracze|graczy"),
    "points": ("point|points", "punkt|punkty|punktów"),
    "trains": ("train|trains", "wagonik|wagoniki|wagoników"),
    "symbols": ("locomotive symbol|locomotive symbols", "symbol lokomotywy|symbole lokomotywy|symboli lokomotywy"),
    "waves": ("wave|waves", "fala|fale|fal"),
    "regions_counted": ("region|regions", "region|regiony|regionów"),
    "seat_name": ("Player {number}", "Gracz {number}"),
    "routes": ("Routes", "Połączenia"),
    "tickets": ("Tickets", "Bilety"),
    "total": ("Total", "Razem"),
    "trains_left": ("trains left: {number}", "wolne wagoniki: {number}"),
    "of_length": ("{count} × length {length} = {points}", "{count} × długość {length} = {points}"),
    "no_routes": ("no routes", "brak połączeń"),
    "points_as_given": (
        "the position says {given}, and that stands; the routes alone make {counted}",
        "pozycja podaje {given} i tak zostaje; same połączenia dają {counted}",
    ),
    "no_tickets": ("no tickets", "brak biletów"),
    "completed_of": ("{completed} of {all} completed", "zrealizowane: {completed} z {all}"),
    "no_path": ("not connected", "brak trasy"),
    "bonuses": ("Bonuses", "Premie"),
    "goals": ("Goals", "Cele"),
    "regions": ("Regions", "Regiony"),
    "longest_path": ("Longest path", "Najdłuższa trasa"),
    "globetrotter": ("Globetrotter", "Globtroter"),
    "nobody": ("nobody: everyone has none (R-9)", "nikt: każdy ma zero (R-9)"),
    "scored_by": ("{points} to {names}", "{points}: {names}"),
    "scored_by_each": ("{points} each to {names}", "po {points}: {names}"),
    "counts_twice": ("{region} (counts twice, {rule})", "{region} (liczy się podwójnie, {rule})"),
    # What a bonus or goal counts
    "measure_longest_path": ("trains in the longest path", "wagoniki w najdłuższej trasie"),
    "measure_globetrotter": ("completed tickets", "zrealizowane bilety"),
    "measure_locomotives_in_hand": (
        "locomotives in hand, a pair of one colour counting as one",
        "lokomotywy na ręce; para kart jednego koloru liczy się jak lokomotywa",
    ),
    "measure_tickets_at": ("completed tickets to {where}", "zrealizowane bilety do: {where}"),
    "measure_trains_left": ("trains left", "pozostałe wagoniki"),
    "measure_routes_of_length": ("routes of length {limit}", "połączenia o długości {limit}"),
    "measure_countries": ("countries connected (R-17)", "połączone kraje (R-17)"),
    "measure_tickets_up_to": (
        "completed tickets worth {limit} or less",
        "zrealizowane bilety o wartości najwyżej {limit}",
    ),
    "measure_routes_at": ("routes that start or end in {where}", "połączenia mające koniec w: {where}"),
    "measure_ferries": ("ferry routes", "połączenia promowe"),
    # Who wins
    "winner": ("Winner", "Zwycięzca"),
    "step_points": ("Most points", "Najwięcej punktów"),
    "step_completed_tickets": ("Tie: more completed tickets", "Remis: więcej zrealizowanych biletów"),
    "step_longest_path_bonus": ("Tie: who holds the longest-path bonus", "Remis: kto ma premię za najdłuższą trasę"),
    "step_longest_path": ("Tie: the longer longest path", "Remis: dłuższa najdłuższa trasa"),
    "step_goals": ("Tie: more goals scored", "Remis: więcej zdobytych celów"),
    "still_tied": ("{names} are still tied.", "Wciąż remisują: {names}."),
    "yes": ("yes", "tak"),
    "no": ("no", "nie"),
    "wins_with": ("{name} wins with {points}.", "Wygrywa {name}: {points}."),
    "share": ("{names} share the win: nothing tells them apart (R-10).", "Zwycięstwo dzielą: {names} (R-10)."),
    "note": ("Note", "Uwaga"),
    "not_over": (
        "This game is not over: this is the score as if it ended now.",
        "Ta gra się nie skończyła: to wynik, gdyby skończyła się teraz.",
    ),
}
