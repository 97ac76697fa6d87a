"""All that `semafor play` says, in English and in Polish."""

from __future__ import annotations

from typing import Final

from semafor.cli.language import Texts

PLAY_TEXTS: Final[Texts] = {
    "you": ("You", "Ty"),
    "human": ("Player {number}", "Gracz {number}"),
    "random": ("Random {number}", "Losowy {number}"),
    "welcome": (
        "{board}, {players}, seed {seed}. Type a number to choose, ? for help, q to quit.",
        "{board}, {players}, ziarno {seed}. Wpisz numer, aby wybrać, ? – pomoc, q – koniec.",
    ),
    "help": (
        "a number       choose what is listed\n"
        "why ROUTE      why a route can't be claimed, e.g. why denver - omaha\n"
        "look CITY      the routes of a city, and whose they are\n"
        "again          show the table again\n"
        "q              quit; the same seed begins the same game",
        "numer          wybierz to, co jest na liście\n"
        "why TRASA      dlaczego nie można zająć połączenia, np. why denver - omaha\n"
        "look MIASTO    połączenia miasta i do kogo należą\n"
        "again          pokaż stół jeszcze raz\n"
        "q              koniec; to samo ziarno zaczyna tę samą grę",
    ),
    "goodbye": (
        "Goodbye. The same game begins with: {command}",
        "Do widzenia. Tę samą grę zaczyna: {command}",
    ),
    "hide": ("Press Enter to hide your cards.", "Naciśnij Enter, aby ukryć swoje karty."),
    "hand_over": (
        "{name}, it is your turn. When nobody else is looking, press Enter.",
        "{name}, twoja kolej. Gdy nikt inny nie patrzy, naciśnij Enter.",
    ),
    "prompt": ("{name}> ", "{name}> "),
    "not_understood": (
        "“{text}” is neither a number from 1 to {most} nor a command; ? shows the commands.",
        "„{text}” to ani numer od 1 do {most}, ani polecenie; ? pokazuje polecenia.",
    ),
    # The table
    "turn": ("turn", "ruch"),
    "last_turns": (
        "{number} turn left|{number} turns left",
        "{number} ruch do końca|{number} ruchy do końca|{number} ruchów do końca",
    ),
    "display": ("Display", "Odkryte"),
    "deck_and_tickets": (
        "deck {deck}, discards {discards}, tickets {tickets}",
        "stos {deck}, odrzucone {discards}, bilety {tickets}",
    ),
    "ferry_pile": ("ferry cards {number}", "karty promów {number}"),
    "column_trains": ("trains", "wagoniki"),
    "column_cards": ("cards", "karty"),
    "column_ferry": ("ferry", "promy"),
    "column_tickets": ("tickets", "bilety"),
    "column_points": ("points", "punkty"),
    "hand": ("Hand", "Ręka"),
    "empty": ("empty", "pusta"),
    "ferry_cards": ("ferry card|ferry cards", "karta promu|karty promów|kart promów"),
    "your_tickets": ("Tickets", "Bilety"),
    "your_goals": ("Goals", "Cele"),
    # Choices
    "keep_which": (
        "Which tickets do you keep? At least {number}; type their numbers, e.g. 1 3, or “all”.",
        "Które bilety zatrzymujesz? Co najmniej {number}; wpisz numery, np. 1 3, albo „all”.",
    ),
    "all": ("all", "wszystkie"),
    "second_card": ("Take the second card:", "Weź drugą kartę:"),
    "what_now": ("What do you do?", "Co robisz?"),
    "claim_now": ("Claim a route:", "Zajmij połączenie:"),
    "nothing_to_claim": (
        "No route can be claimed with these cards.",
        "Tymi kartami nie można zająć żadnego połączenia.",
    ),
    "take_shown": ("take {card}", "weź: {card}"),
    "take_deck": ("draw from the deck", "weź kartę ze stosu"),
    "take_tickets": ("draw tickets", "weź bilety"),
    "take_ferry_card": ("take a ferry card", "weź kartę promu"),
    "pass": ("pass", "spasuj"),
    "withdraw": ("withdraw; the turn is over", "wycofaj się; koniec ruchu"),
    "pay_extra": ("pay {cards}", "dopłać {cards}"),
    "tunnel_now": (
        "{route}: turned up {revealed}; it costs {extra} more.",
        "{route}: odkryto {revealed}; dopłata: {extra}.",
    ),
    "pay_how": (
        "{route}: how do you pay? Type a number or the cards, e.g. 2 red 1 locomotive; b goes back.",
        "{route}: jak płacisz? Wpisz numer albo karty, np. 2 czerwone 1 lokomotywa; b wraca.",
    ),
    "more_payments": ("… and more: type the cards.", "… i inne: wpisz karty."),
    "no_cards_read": ("“{words}” is no card.", "„{words}” to nie karta."),
    # Why not
    "can_claim": (
        "{route}: you can claim it, for example with {cards}.",
        "{route}: możesz je zająć, na przykład: {cards}.",
    ),
    "refusal_route_taken": ("{route}: it is taken ({rule}).", "{route}: już zajęte ({rule})."),
    "refusal_route_closed": (
        "{route}: it is closed; with so many players no more of the parallel routes may be claimed ({rule}).",
        "{route}: zamknięte; przy tylu graczach nie wolno zająć kolejnego z równoległych połączeń ({rule}).",
    ),
    "refusal_parallel_held": (
        "{route}: you hold a parallel route, and one is the limit ({rule}).",
        "{route}: masz już połączenie równoległe, a wolno mieć tylko jedno ({rule}).",
    ),
    "refusal_not_enough_trains": (
        "{route}: you have only {trains} ({rule}).",
        "{route}: masz tylko {trains} ({rule}).",
    ),
    "refusal_second_card_pending": (
        "First take the second card ({rule}).",
        "Najpierw weź drugą kartę ({rule}).",
    ),
    "refusal_tickets_pending": ("First choose your tickets ({rule}).", "Najpierw wybierz bilety ({rule})."),
    "refusal_tunnel_pending": (
        "First pay for the tunnel, or withdraw ({rule}).",
        "Najpierw dopłać za tunel albo się wycofaj ({rule}).",
    ),
    "cards_missing": (
        "{route}: your cards don't pay for it. It takes {needs}; you have {hand}.",
        "{route}: nie masz na to kart. Potrzeba: {needs}; masz: {hand}.",
    ),
    "needs_colour": ("{number} × {colour}", "{number} × {colour}"),
    "needs_any": ("{number} cards of one colour", "karty jednego koloru w liczbie {number}"),
    "needs_locomotives": ("{number} × locomotive", "{number} × lokomotywa"),
    "needs_waves": ("a locomotive or ferry card for {number} × wave", "lokomotywy lub karty promów na fale: {number}"),
    "locomotives_help": ("locomotives stand for any colour", "lokomotywy zastępują dowolny kolor"),
    "locomotives_barred": ("no locomotives", "bez lokomotyw"),
    "refusal_cards_not_in_hand": ("You don't have these cards ({rule}).", "Nie masz tych kart ({rule})."),
    "refusal_ferry_cards_not_in_hand": (
        "You don't have these ferry cards ({rule}).",
        "Nie masz tylu kart promów ({rule}).",
    ),
    "refusal_ferry_card_not_allowed": (
        "Ferry cards are only for waves, two at most each ({rule}).",
        "Karty promów służą tylko do fal ({rule}).",
    ),
    "refusal_locomotives_not_allowed": (
        "Locomotives can't be played on this route ({rule}).",
        "Na tym połączeniu nie wolno zagrać lokomotyw ({rule}).",
    ),
    "refusal_mixed_colours": ("The cards must be of one colour ({rule}).", "Karty muszą być jednego koloru ({rule})."),
    "refusal_too_few_locomotives": ("This takes more locomotives ({rule}).", "Potrzeba więcej lokomotyw ({rule})."),
    "refusal_wrong_colour": (
        "This is not the colour of the route ({rule}).",
        "To nie jest kolor tego połączenia ({rule}).",
    ),
    "refusal_wrong_number": (
        "This is not the right number of cards ({rule}).",
        "To nie jest właściwa liczba kart ({rule}).",
    ),
    "refusal_wrong_substitutes": (
        "The cards that stand in for others don't fit ({rule}).",
        "Karty zastępujące inne nie pasują ({rule}).",
    ),
    "refusal_too_few_tickets": ("That is too few tickets ({rule}).", "To za mało biletów ({rule})."),
    "free": ("free", "wolne"),
    "no_city": ("There is no place “{text}”.{near}", "Nie ma miejsca „{text}”.{near}"),
    # What happened
    "event_first_player": ("First to play: {name}.", "Zaczyna: {name}."),
    "event_card_taken": ("{name} took {card} from the display.", "{name}: z odkrytych – {card}."),
    "event_card_drawn": ("{name} drew a card from the deck.", "{name}: karta ze stosu."),
    "event_card_drawn_own": ("{name} drew {card} from the deck.", "{name}: ze stosu – {card}."),
    "event_ferry_card_drawn": ("{name} took a ferry card.", "{name}: karta promu."),
    "event_tickets_drawn": ("{name} drew {tickets}.", "{name}: {tickets} do wyboru."),
    "event_tickets_kept": ("{name} kept {tickets}.", "{name}: zatrzymane – {tickets}."),
    "event_route_claimed": (
        "{name} claimed {route} with {cards}: {points}.",
        "{name}: zajęte {route} za {cards}, {points}.",
    ),
    "event_tunnel_opened": (
        "{name} opened the tunnel {route}: turned up {revealed}.",
        "{name}: tunel {route}, odkryto {revealed}.",
    ),
    "event_tunnel_paid": ("{name} paid {cards} more.", "{name}: dopłata {cards}."),
    "event_tunnel_withdrawn": ("{name} withdrew from the tunnel.", "{name}: wycofanie z tunelu."),
    "event_bonus_cards_drawn": ("{name} drew {cards} as a bonus.", "{name}: premia – {cards}."),
    "event_passed": ("{name} passed.", "{name}: pas."),
    "event_last_round": (
        "{name} is down to few trains: everybody has one more turn.",
        "{name}: zostało mało wagoników, każdy ma jeszcze jeden ruch.",
    ),
    "event_game_over": ("The game is over.", "Koniec gry."),
    "event_display_swept": ("Too many locomotives: the display is replaced.", "Za dużo lokomotyw: nowe odkryte karty."),
    "event_deck_reshuffled": ("The discards are the new deck.", "Odrzucone karty tworzą nowy stos."),
    "tickets_counted": ("ticket|tickets", "bilet|bilety|biletów"),
    "cards_counted": ("card|cards", "karta|karty|kart"),
    "nothing": ("nothing", "nic"),
    # Seats
    "bad_seats": (
        "--seats must list “you” and “random”, divided by commas: “{text}” has “{word}”",
        "--seats: wymień „you” i „random” po przecinkach; w „{text}” jest „{word}”",
    ),
    "seats_differ": (
        "--seats has {seats} seats and --players says {players}",
        "--seats ma {seats} miejsca, a --players {players}",
    ),
}
