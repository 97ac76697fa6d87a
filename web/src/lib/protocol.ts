// The messages between a home and its clients, version 2, and the requests that it answers.
// Generated from src/semafor/table/wire/*messages.py, the engine's values and the endpoints: don't edit. To regenerate:
//   python -m semafor.server.typescript > web/src/lib/protocol.ts

export const VERSION = 2

/** The board that comes first: the others are described by what differs from it. */
export const BASIC_BOARD = 'usa'

/** The longest name, in characters. */
export const LONGEST_NAME = 24

/** Default names of bots. */
export const BOT_NAMES = ['Ada', 'Bruno', 'Celina', 'Daniel', 'Emilia', 'Filip', 'Gaja', 'Hugo', 'Irena', 'Jonas'] as const

/** What players say with one click. */
export const PHRASES = ['hello', 'good_luck', 'nice_move', 'ouch', 'my_route', 'thinking', 'hurry', 'sorry', 'thanks', 'good_game'] as const

export type Cards = Record<string, number>

export type Names = Record<string, string>

export type Colour = 'red' | 'blue' | 'green' | 'yellow' | 'black'

export type Phrase = (typeof PHRASES)[number]

export type Action = KeepTickets | DrawCard | SimpleAction | Claim | PayTunnel

export type Event = FirstPlayer | CardsDealt | GoalsShown | TicketsDealt | TicketsChosen | TicketsKept | CardTaken | CardDrawn | DisplayFilled | DisplaySwept | DeckReshuffled | FerryCardDrawn | TicketsDrawn | RouteClaimed | BonusCardsDrawn | TunnelOpened | TunnelPaid | TunnelWithdrawn | Passed | LastRound | GameOver

export type ClientMessage = Hello | Act | Check | Payments | AskHint | Look | Undo | GoOn | Leave | Return | Say | OfferEnd | AnswerEnd | Skip | Rename | Start | SeatBot | Point | Ping

export type ServerMessage = Welcome | TableMessage | View | ChatMessage | Pointed | Answer | ErrorMessage

/** Take an action. `seq` is the last that the client has seen; an action based on an old view is refused. */
export interface Act {
  type: 'act'
  id: string
  seat: number
  seq: number
  action: Action
}

/** The planner's analysis of a finished game; each chance is estimated by `playouts` games. */
export interface Analysis {
  game: string
  playouts: number
  advice: MoveAdvice[]
  chances: WinChances[]
  turning_points: TurningPoint[]
  costly: CostlyMove[]
}

/** The answer to a request. */
export interface Answer {
  type: 'answer'
  id: string
  ok: boolean
  error?: ErrorInfo | null
  seq?: number | null
  payments?: Payment[] | null
  truncated?: boolean | null
  hint?: Hint | null
}

/** Accept or decline an offer to let bots finish. */
export interface AnswerEnd {
  type: 'answer_end'
  id: string
  seat: number
  yes: boolean
}

/** Ask for a hint: what a bot would do in this seat of mine, from what the seat sees, and why. */
export interface AskHint {
  type: 'hint'
  id: string
  seat: number
}

/** A bonus or goal: who scores it, and every seat's share. */
export interface Award {
  about: Record<string, string>
  cites: string[]
  id: string
  names: Record<string, string>
  points: number
  rule: string
  scale: [number, number][]
  shares: AwardShare[] | null
  winners: number[]
}

/** A seat's share of an award, and the points for it. */
export interface AwardShare {
  doubled: string[]
  places: string[]
  points: number
  regions: string[]
  routes: string[]
  seat: number
  tickets: string[]
  value: number
}

/** A board in full: everything that a program needs to draw it. */
export interface BoardDefinition {
  drawing: DrawingShape | null
  goals: GoalShape[]
  goals_face_up: number
  id: string
  last_round_trains: number
  locomotive_is_whole_draw: boolean
  marks: MarkShape[]
  name: Record<string, string>
  places: PlaceShape[]
  players: PlayerNumbers
  regions: RegionShape[]
  revision: number
  routes: RouteShape[]
  rules: Record<string, Record<string, unknown>>
  tickets: TicketShape[]
}

/** A board file to look at. */
export interface BoardFile {
  board_file: string
}

/** The puzzles of a board, in the order in which they are offered. */
export interface BoardPuzzles {
  board: string
  puzzles: PuzzleSummary[]
}

/** The summary of a board. */
export interface BoardSummary {
  id: string
  revision: number
  names: Record<string, string>
  players: number[]
  trains: number
  routes: number
  tickets: number
  differences: string[]
}

/** A claim earns cards from the deck (L-8). */
export interface BonusCardsDrawn {
  cards?: string[]
  count: number
  seat: number
  type: 'bonus_cards_drawn'
}

/** The top card of the deck is drawn. */
export interface CardDrawn {
  card?: string
  from: 'deck'
  seat: number
  type: 'card_drawn'
}

/** A card is taken from the display. */
export interface CardTaken {
  card: string
  from: 'display'
  seat: number
  slot: number
  type: 'card_taken'
}

/** A hand is dealt. */
export interface CardsDealt {
  cards?: string[]
  count: number
  seat: number
  type: 'cards_dealt'
}

/** A line of chat. */
export interface ChatMessage {
  type: 'chat'
  seat: number | null
  name: string
  text: string | null
  phrase: string | null
  at: number
}

/** Ask whether an action would be legal now, and if not, why. */
export interface Check {
  type: 'check'
  id: string
  seat: number
  action: Action
}

/** Claim a route with exactly these cards. */
export interface Claim {
  cards: Record<string, number>
  ferry_cards?: number
  route: string
  type: 'claim'
}

/** A route that can be claimed now, its number of payments (counted up to 50), and the cheapest one. */
export interface ClaimOffer {
  route: string
  payments: number
  best: Payment
}

/** The kind of clock: none, seconds per decision, seconds per game with an increment per turn, or days. */
export interface Clock {
  kind?: 'days' | 'game' | 'move' | 'none'
  seconds?: number | null
  increment?: number | null
  days?: number | null
}

/** A person's points with a deal, and how they compare with the same seat at the other tables. */
export interface ComparedResult {
  points: number
  percent: number
  margin: number
  by_bot: number
  game: string
}

/** A contest, as the host, a player or anybody else may see it. */
export interface Contest {
  contest: string
  name: string
  board: string
  seats: ContestSeat[]
  clock: Clock
  joining: boolean
  deals: ContestDeal[]
  tables: ContestTable[]
  standings: ContestStanding[]
  host: boolean
  own: OwnPlace | null
}

/** A deal: once it is open, everybody sees what it was and how it was played. */
export interface ContestDeal {
  deal: number
  open: boolean
  commitment: string
  seed: string | null
}

/** The game of a deal; before it begins, the names of those who are not ready, and how many seats are free. */
export interface ContestGame {
  game: string | null
  seat: number
  waiting_for: string[]
  free: number
}

/** A person in a contest. */
export interface ContestPlayer {
  seat: number
  name: string
}

/** A seat at every table of a contest: a person's, or a bot's of a level. */
export interface ContestSeat {
  kind: 'bot' | 'person'
  level?: string | null
}

/** A person's place; `deals` has one result for every deal, null if it is not open or was not played. */
export interface ContestStanding {
  place: number
  table: number
  seat: number
  name: string
  percent: number
  margin: number
  deals: (ComparedResult | null)[]
}

/** A table of a contest, and how far it is with each deal; `free` are its seats for more people. */
export interface ContestTable {
  table: number
  players: ContestPlayer[]
  free: number
  withdrawn: boolean
  deals: ('missed' | 'over' | 'playing' | 'waiting')[]
}

/** A seat's chance of winning with the action of an entry as it was taken, and with the advised one. */
export interface CostlyMove {
  seat: number
  seq: number
  taken: number
  better: number
}

/** What bots scored with a day's deal in your place: the points of each game, the best first, and their median. */
export interface DayPar {
  day: string
  board: string
  points: number[]
  par: number
}

/** Somebody's result of a day's deal. */
export interface DayRow {
  place: number
  name: string
  face: number | null
  points: number
  margin: number
  won: boolean
  mine: boolean
}

/** Everybody's results of a deal: how many there are, the best ones, and your own. */
export interface DayTable {
  day: string
  board: string
  sealed: boolean
  closes_at: number
  count: number
  rows: DayRow[]
  mine: DayRow | null
  commitment: string | null
  seed: string | null
}

/** Which days have a deal: from `first` to `today`; the next one comes at `next_at`, in seconds since 1970. */
export interface Days {
  first: string
  today: string
  next_at: number
  level: string
}

/** A suggested deck, and how it compares with published ones. */
export interface Deck {
  tickets: DeckTicket[]
  reach: number
  shares: number[]
  targets: number[]
  unnamed: string[]
  most_named: number
  alike: number
  unused: number
}

/** The discards become the deck. */
export interface DeckReshuffled {
  count: number
  type: 'deck_reshuffled'
}

/** A ticket: what it is worth by the rule, and how much more its file gives it, if it was kept. */
export interface DeckTicket {
  between: [string, string]
  by_rule: number
  adjustment: number
  kept: boolean
}

/** A board whose tickets are to be suggested, or only counted with `count` 0. */
export interface DeckWanted {
  board_file: string
  seed?: number
  kept?: number[]
  count?: number | null
  worth?: WorthRule
}

/** A ticket that needs a route: how many more trains it takes if somebody else gets it; null if it fails then. */
export interface Detour {
  ticket: string
  trains: number | null
}

/** A slot of the display is filled. */
export interface DisplayFilled {
  card: string
  slot: number
  type: 'display_filled'
}

/** The display is discarded (U-4, U-9). */
export interface DisplaySwept {
  cards: string[]
  type: 'display_swept'
}

export interface DrawCard {
  card?: string
  from: 'deck' | 'display'
  type: 'draw_card'
}

/** What can be drawn now. */
export interface DrawOffers {
  deck: boolean
  display: boolean[]
  tickets: boolean
  ferry_card: boolean
}

/** How a board file says that its board is drawn; clients find what it leaves out themselves. */
export interface DrawingShape {
  bends?: Record<string, number[]>
  ground?: DrawnGround
  height: number
  scenery?: 'aurora' | 'mediterranean' | 'plain' | 'prairie' | 'snow'
  spots?: Record<string, DrawnSpot>
  width: number
}

/** The part of the world that lies under the board, in degrees. */
export interface DrawnGround {
  east: number
  north: number
  south: number
  west: number
}

/** Where a city is drawn, or an end of a route in a country. */
export interface DrawnSpot {
  label?: number | number[]
  x: number
  y: number
}

/** An offer to let bots finish: who made it, and who has accepted so far. */
export interface EndOffer {
  by: number
  yes: number[]
}

/** One entry of the game's log, as seen; `by_bot` says that a bot acted for the seat. */
export interface Entry {
  seq: number
  by: number | null
  kind: 'action' | 'bot_took_over' | 'end_agreed' | 'end_answered' | 'end_offered' | 'person_returned' | 'seat_moved' | 'skipped' | 'start' | 'undo'
  by_bot: boolean
  at: number
  events: Event[]
  reason: 'agreed' | 'away' | 'clock' | 'left' | null
  yes: boolean | null
}

/** An error: a stable code, the rule that forbids the action (if one does), a message, and the field. */
export interface ErrorInfo {
  code: string
  message: string
  rule: string | null
  where: string | null
  problems?: FileProblem[]
}

/** A message was invalid, or sent too fast; the connection stays open, unless this is repeated. */
export interface ErrorMessage {
  type: 'error'
  code: string
  message: string
}

/** The reply to a refused request. */
export interface ErrorReply {
  error: ErrorInfo
}

/** A file of a board: a table of its places, routes or tickets (CSV, UTF-8). */
export interface ExportFile {
  name: string
  text: string
}

/** A ferry card is drawn (I-5). */
export interface FerryCardDrawn {
  seat: number
  type: 'ferry_card_drawn'
}

/** What is wrong in a file, and at which key. */
export interface FileProblem {
  path: string
  said: Said
}

/** The final score, explained. */
export interface FinalScore {
  awards: Award[]
  seats: SeatScore[]
  steps: TieBreak[]
  winners: number[]
}

/** The seat that begins. */
export interface FirstPlayer {
  seat: number
  type: 'first_player'
}

/** A parameter of a rule, with its name by language. */
export interface FormField {
  key: string
  kind: 'by_number' | 'choice' | 'choices' | 'flag' | 'integer' | 'text'
  names: Record<string, string>
  required: boolean
  default: unknown
  least: number | null
  most: number | null
  options: Option[]
  first: number
  last: number
}

/** One step of a replay: an entry of the log and the view after it; `open` are all seats, if all hands are open. */
export interface Frame {
  seq: number
  entry: Entry
  view: View
  open: OpenSeat[] | null
}

/** The game ends. */
export interface GameOver {
  reason: string
  type: 'game_over'
}

/** Let the bot that is next move now: I won't take my last action back. */
export interface GoOn {
  type: 'go_on'
  id: string
  seat: number
  seq: number
}

/** A goal card; `in_hand` says whether it counts cards in hand. */
export interface GoalShape {
  at: Record<string, string> | null
  id: string
  in_hand: boolean
  limit: number | null
  measure: string
  name: Record<string, string>
  points: number
  where: Record<string, string>
}

/** Goals are turned up. */
export interface GoalsShown {
  goals: string[]
  type: 'goals_shown'
}

/** The capabilities of this home; clients hide everything else. */
export interface Greeting {
  capabilities: ('analysis' | 'chat' | 'contests' | 'guests' | 'invite' | 'lobby' | 'meet' | 'push' | 'share' | 'spectators' | 'transfer' | 'webhook')[]
}

/** What the server keeps of a guest; the `place` on the ladder is null while the rating is too unsure for one. */
export interface Guest {
  name: string
  face: number | null
  ladder: boolean
  rating: number
  deviation: number
  games: number
  place: number | null
}

/** How a guest wants to be shown, and whether their games are to count for a rating. */
export interface GuestWish {
  name: string
  ladder: boolean
  face?: number | null
}

/** The first message: the protocol version, the tokens of seats, and the last entry that the client has seen. */
export interface Hello {
  type: 'hello'
  version: number
  tokens?: string[]
  last_seq?: number | null
}

/** What a bot would do in one's place, and why, from what the seat itself sees. */
export interface Hint {
  action: Action
  reason: Reason
  tickets: string[]
  route: string | null
  plan: TicketPlan[]
  beside: string | null
}

/** A file to import: a board file, a board of another editor (JSON), or a table of places, routes or tickets. */
export interface ImportFile {
  name: string
  data: string
}

/** Something in a file that was not understood, or had to be guessed; `line` is 0 if it is about the whole file. */
export interface ImportNote {
  file: string
  line: number
  said: Said
}

/** Files to make a board of; with a `board_file`, what they don't have stays as it is there. */
export interface ImportWanted {
  files: ImportFile[]
  board_file?: string | null
}

/** The board file that was made of others, which may still have problems, and what was not understood. */
export interface Imported {
  board_file: string
  notes: ImportNote[]
}

/** Sit down at a table: at the given seat, or at the first open one; the game may count for a guest's rating. */
export interface Join {
  name: string
  invite?: string | null
  seat?: number | null
  colour?: Colour | null
  face?: number | null
  guest?: string | null
}

/** Take a seat: at the given table, or at the first that has one; 0 is a new table. */
export interface JoinContest {
  name: string
  table?: number | null
}

/** The seat that the client has now; in a `contest` the token is that of all its deals. */
export interface Joined {
  game: string
  seat: number
  token: string
  contest: string | null
}

/** The place that the client has now, and its secret. */
export interface JoinedContest {
  table: number
  seat: number
  token: string
}

/** Tickets to choose from, and how many must be kept. */
export interface KeepOffer {
  tickets: string[]
  at_least: number
}

/** Keep these tickets; the others go under the deck, in `order` if it is given. */
export interface KeepTickets {
  order?: string[]
  tickets: string[]
  type: 'keep_tickets'
}

/** An imported game. */
export interface KeptGame {
  game: string
}

/** A change that was tried: what it is, its edits, and the number that measures the problem, before and after it. */
export interface LabChange {
  said: LabText
  edits: LabEdit[]
  measure: string
  before: number
  after: number
  after_interval: [number, number]
  weight: number
  games: number
  helped: boolean
}

/** A city: in which share of the games somebody reached it, its tickets, and how many of those dealt were done. */
export interface LabCity {
  id: string
  reached: number
  tickets: number
  delivered: number | null
}

/** A colour: the spaces that take it, the share of them that is claimed in a game, and when. */
export interface LabColour {
  colour: string
  spaces: number
  claimed: number
  time: number
}

/** A change of a board file: the new value at a path, such as `tickets[3].points`; `routes[+]` adds a member. */
export interface LabEdit {
  path: string
  value: unknown
}

/** Something that spoils the board, the worst first; `weight` compares problems: 1 is worth a change. */
export interface LabProblem {
  kind: 'city' | 'colour' | 'corridor' | 'hopeless' | 'luck' | 'prize' | 'rule' | 'seat' | 'surprise' | 'ticket' | 'unused'
  weight: number
  said: LabText
  routes: string[]
  cities: string[]
  tickets: string[]
  rule: string | null
  colour: string | null
  change: LabChange | null
}

/** What the games on a board say about it. */
export interface LabReport {
  board: string
  digest: string
  seed: number
  games: number
  seconds: number
  tables: LabTable[]
  skill: number
  skill_interval: [number, number]
  tickets: LabTicket[]
  routes: LabRoute[]
  cities: LabCity[]
  colours: LabColour[]
  rules: LabRule[]
  problems: LabProblem[]
}

/** A route: in which share of the games it was claimed and when (0 to 1, a game's length). */
export interface LabRoute {
  id: string
  claimed: number
  claimed_interval: [number, number]
  time: number
  early: number
  win: number
  win_interval: [number, number]
  detour: number
}

/** A part of the rules that happens only now and then, and how often in a game. */
export interface LabRule {
  rule: string
  part: string
  happened: number
}

/** A seat, counted from the one that begins: its share of the wins, and its points. */
export interface LabSeat {
  share: number
  share_interval: [number, number]
  points: number
  points_interval: [number, number]
}

/** The games with a number of players. */
export interface LabTable {
  players: number
  games: number
  seats: LabSeat[]
  turns: number
  turns_between: [number, number]
  minutes: number
  surprised: number
  ticket_draws: number
}

/** An English text with {blanks} and their values; clients translate it as they do problems of files. */
export interface LabText {
  text: string
  values: Record<string, string>
}

/** A ticket, by the games in which it was dealt at the start, which is chance: so its effect is its own. */
export interface LabTicket {
  id: string
  points: number
  dealt: number
  kept: number
  completed: number
  delivered: number
  margin: number
  margin_interval: [number, number]
  win: number
  win_interval: [number, number]
  worth: number
}

/** A board to play on in the lab: so many games, or as many as fit into the seconds. */
export interface LabWanted {
  board_file: string
  games?: number
  seconds?: number
  seed?: number
  changes?: boolean
}

/** The strongest guests, and then those whose ratings are too unsure for a place. */
export interface Ladder {
  rows: LadderRow[]
}

/** A guest on the ladder. `deviation` is the standard deviation of the rating. */
export interface LadderRow {
  place: number | null
  name: string
  face: number | null
  rating: number
  deviation: number
  games: number
  mine: boolean
}

/** A seat triggers the last round. */
export interface LastRound {
  seat: number
  trains: number
  turns_left: number
  type: 'last_round'
}

/** Let a bot play on for me. */
export interface Leave {
  type: 'leave'
  id: string
  seat: number
}

/** A level of the bots that people play against. */
export interface Level {
  id: string
  elo: number | null
  tables: Record<string, number[]> | null
  gentle: boolean
}

/** View the game as this seat of mine from now on; null: as a spectator (the curtain). */
export interface Look {
  type: 'look'
  id: string
  seat: number | null
}

/** A contest, and the secret of its host. */
export interface MadeContest {
  contest: string
  host: string
}

/** A table, its invitation code, the seats of its creator, and the secret of its big screen. */
export interface MadeGame {
  game: string
  invite: string
  seats: SeatToken[]
  screen: string | null
}

/** What a host can do: let people join or not, close a deal, withdraw a table. */
export interface Manage {
  what: 'close_deal' | 'close_joining' | 'open_joining' | 'withdraw_table'
  deal?: number | null
  table?: number | null
}

/** The source of a value that the rulebook does not print. */
export interface MarkShape {
  note: string
  source: string
  value: string
}

/** The planner's choice instead of the action of an entry, its reason, and whether it is the same. */
export interface MoveAdvice {
  seq: number
  seat: number
  action: Action
  reason: Reason
  same: boolean
}

/** The server's URL for others in the same network; null if only its own machine can reach it. */
export interface Network {
  url: string | null
}

/** A new contest: so many deals on a board, played with these seats at every table. */
export interface NewContest {
  name: string
  board: string
  seats: ContestSeat[]
  deals: number
  clock?: Clock
}

/** A new table, on a built-in board or a custom one (the text of its file). */
export interface NewGame {
  seats: NewSeat[]
  board?: string | null
  board_file?: string | null
  clock?: Clock
  spectators?: boolean
  spectator_delay?: number
  public?: boolean
  tracker?: boolean
  hints?: boolean | null
  first?: number | null
  day?: string | null
  sealed?: boolean
  guest?: string | null
  lesson?: string | null
  screen?: boolean
  kids?: boolean
}

/** The subscription of a browser, and what it shows: the server adds nothing but the id of the game. */
export interface NewPush {
  endpoint: string
  p256dh: string
  auth: string
  title: string
  text: string
  quiet?: Quiet | null
}

/** A seat of a new table: mine, open for somebody else, or a bot's. */
export interface NewSeat {
  kind: 'bot' | 'me' | 'open'
  level?: string | null
  name?: string | null
  colour?: Colour | null
  face?: number | null
}

/** The address of a group's channel, and what to say there when it is the turn of somebody who is away. */
export interface NewWebhook {
  url: string
  text: string
}

/** What an observer may know; the fields from `hand` on are for a seat only, not for a spectator. */
export interface Observation {
  /** the id of the board */
  board: string
  /** those that it has decided to keep, while others still choose */
  chosen?: string[]
  /** what must be decided; `choose` is for a rule of one's own */
  decision: 'choose' | 'keep_tickets' | 'over' | 'pay_tunnel' | 'second_card' | 'take_turn'
  /** how many cards the deck has */
  deck: number
  /** the discarded cards */
  discards: Record<string, number>
  /** the displayed cards from left to right, null for an empty slot */
  display: (string | null)[]
  /** the tickets that the observer is choosing from, if there are any */
  drawn?: string[]
  /** how many ferry cards are in the pile, on boards with ferry cards (I-5) */
  ferry_pile?: number
  /** the seat that had the first turn */
  first: number
  /** the goals that are face up, on boards with goals (L-12) */
  goals?: string[]
  /** the observer's train cards, without those laid down for a tunnel */
  hand?: Record<string, number>
  /** with `drawn`: how many of them it must keep */
  keep_at_least?: number
  /** tickets that the observer gave back and that left the game */
  known_removed?: string[]
  /** tickets whose place in the deck the observer knows, by position, 0 on top */
  known_ticket_deck?: Record<string, string>
  /** how many players in a row have just passed */
  passes: number
  /** how many tickets were given back and left the game (N-3) */
  removed_tickets: number
  /** the observer */
  seat: number | 'spectator'
  /** the seats, in order */
  seats: SeatView[]
  /** how many tickets the ticket deck has */
  ticket_deck: number
  /** the tickets that the observer keeps */
  tickets?: string[]
  /** the seats that must decide; none once the game is over */
  to_act: number[]
  /** with `pay_tunnel`: the tunnel whose extra is to be paid */
  tunnel?: TunnelView
  /** turns still to be played, this one included, once the end has been triggered */
  turns_left: number | null
}

/** Ask the others to let bots finish the game. */
export interface OfferEnd {
  type: 'offer_end'
  id: string
  seat: number
}

/** What a seat that must decide can do now. */
export interface Offers {
  seat: number
  decision: 'choose' | 'keep_tickets' | 'over' | 'pay_tunnel' | 'second_card' | 'take_turn'
  draw: DrawOffers
  pass: boolean
  claims: ClaimOffer[]
  keep: KeepOffer | null
  tunnel: TunnelOffer | null
}

/** The cards of a seat in a finished game, and its tickets with their state. */
export interface OpenSeat {
  hand: Record<string, number>
  tickets: TicketWay[]
}

/** One of the values that a field of a form may have. */
export interface Option {
  id: string
  names: Record<string, string>
}

/** Your own place; `ready` is the deal that you are ready for while others at the table are not. */
export interface OwnPlace {
  table: number
  seat: number
  ready: number | null
}

/** A seat passes. */
export interface Passed {
  seat: number
  type: 'passed'
}

/** Pay the extra of a tunnel. */
export interface PayTunnel {
  cards: Record<string, number>
  type: 'pay_tunnel'
}

/** Cards that pay for a route. */
export interface Payment {
  cards: Record<string, number>
  ferry_cards: number
}

/** Ask for the payments of a route: first those that waste no card, the one with the fewest locomotives first. */
export interface Payments {
  type: 'payments'
  id: string
  seat: number
  route: string
  limit?: number
}

/** Check the connection. */
export interface Ping {
  type: 'ping'
  id: string
}

/** A city, or a country, which has no single location; `names` where they differ from the local `name`. */
export interface PlaceShape {
  aliases: string[]
  country: string | null
  id: string
  kind: 'city' | 'country'
  lat: number | null
  lon: number | null
  name: string
  names: Record<string, string>
  region: string | null
  tags: string[]
}

/** Go on from a finished game, after its entry `after`: `seat` is yours, and bots have the others. */
export interface PlayOn {
  after: number
  seat: number
}

/** The range of players of a board. */
export interface PlayerNumbers {
  max: number
  min: number
}

/** Show a route, touched on the table's big screen, to the player whose turn it is. */
export interface Point {
  type: 'point'
  id: string
  route: string
}

/** Somebody has touched a route on the big screen, in the turn of this seat of yours. */
export interface Pointed {
  type: 'pointed'
  seat: number
  route: string
}

/** The public key of the server, which a browser needs for a subscription. */
export interface PushKey {
  key: string
}

/** Whether the browser is told when it is the seat's turn. */
export interface Pushed {
  on: boolean
}

/** What an answer to a puzzle is worth: `chosen` is its number among the options, of which 0 is the best. */
export interface PuzzleAnswer {
  chosen: number
  bots: string[]
  options: PuzzleOption[]
  reason: Reason
  completes: string[]
  detours: Detour[]
}

/** An action as the answer to a puzzle. */
export interface PuzzleMove {
  action: Action
}

/** A legal action of a puzzle, and how it did with each kind of bots. */
export interface PuzzleOption {
  action: Action
  trials: PuzzleTrial[]
}

/** A puzzle, and how hard it is: 1 or 2. */
export interface PuzzleSummary {
  id: string
  level: number
}

/** A puzzle as the table that it is played at. */
export interface PuzzleTable {
  table: Table
  view: View
}

/** How an action did in games that bots of one kind played on from a puzzle's position. */
export interface PuzzleTrial {
  wins: number
  margin: number
  games: number
  behind: number
  error: number
}

/** Quiet hours, in minutes after midnight in a time zone (`Europe/Warsaw`); messages wait until they end. */
export interface Quiet {
  start: number
  end: number
  zone: string
}

/** Why a bot chose an action: a code, what was compared, or the text of an external bot. */
export interface Reason {
  actions?: number
  by?: number
  code: string
  games?: number
  over?: Action
  text?: string
}

/** A region of a board that scores them. */
export interface RegionShape {
  doubled: boolean
  id: string
  name: string
  names: Record<string, string>
}

/** Change the name or the colour of my seat. */
export interface Rename {
  type: 'rename'
  id: string
  seat: number
  name?: string | null
  colour?: Colour | null
}

/** Take my seat back from the bot. */
export interface Return {
  type: 'return'
  id: string
  seat: number
}

/** A route is claimed and paid for. */
export interface RouteClaimed {
  cards: Record<string, number>
  ferry_cards: number
  points: number
  route: string
  seat: number
  type: 'route_claimed'
}

/** A route; `parallel_group` are the ids of the others of its double or triple. */
export interface RouteShape {
  any_cards_for_one: number
  bonus_cards: number
  colour: 'black' | 'blue' | 'green' | 'grey' | 'orange' | 'purple' | 'red' | 'white' | 'yellow'
  ferry_card_covers: number
  id: string
  length: number
  locomotives: number
  parallel_group: string[] | null
  places: [string, string]
  points: number
  stand_in: StandIn | null
  tunnel: boolean
  waves: number
  wild: boolean
}

/** A rule as a form; without a `required` one no game can be played. `routes` are the fields it adds to routes. */
export interface RuleForm {
  slug: string
  required: boolean
  names: Record<string, string>
  about: Record<string, string>
  fields: FormField[]
  routes: string[]
}

/** All rules, and the `rules` of the files of our boards as presets. */
export interface RuleForms {
  rules: RuleForm[]
  presets: Record<string, Record<string, Record<string, unknown>>>
}

/** An English text with {blanks} and their values, so that a client can translate it. */
export interface Said {
  text: string
  values: Record<string, Said | string>
}

/** Send a line of chat: a text, or one of the predefined phrases. */
export interface Say {
  type: 'chat'
  id: string
  seat: number
  text?: string | null
  phrase?: Phrase | null
}

/** A ticket in the final score, with places and routes of the path that completes it (empty if it failed). */
export interface ScoredTicket {
  completed: boolean
  id: string
  places: string[]
  points: number
  routes: string[]
}

/** Put a bot of that level in a seat where nobody sits; null: free the seat again (owner only, before the start). */
export interface SeatBot {
  type: 'seat_bot'
  id: string
  seat: number
  level: string | null
}

/** The time that a seat has left, and whether its clock is running; null for a seat without a clock (a bot's). */
export interface SeatClock {
  remaining_ms: number | null
  running: boolean
}

/** Where the points of a seat come from. */
export interface SeatScore {
  bonuses: Record<string, number>
  lengths: Record<string, number>
  longest_path: number
  routes: number
  seat: number
  ticket_points: number
  tickets: ScoredTicket[]
  total: number
}

/** The public figures of a seat. */
export interface SeatStanding {
  longest_path: number
  points: number
  routes: number
  seat: number
}

/** The statistics of a seat in a finished game. */
export interface SeatStatistics {
  seat: number
  name: string
  turns: number
  cards_drawn: number
  cards_taken: number
  locomotives: number
  tickets_kept: number
  tickets_completed: number
  routes: number
  trains_used: number
  cards_paid: number
  tunnels: number
  tunnels_withdrawn: number
  passes: number
  bonuses: Record<string, number>
  seconds: number
  points_by_turn: number[]
}

/** The secret that makes somebody the player of a seat. */
export interface SeatToken {
  seat: number
  token: string
}

/** A seat as everybody may see it. */
export interface SeatView {
  /** whether it has chosen its starting tickets, while they are chosen */
  chosen?: boolean
  /** how many tickets it is choosing from */
  drawn: number
  /** how many ferry cards it holds, on boards with ferry cards (I-5) */
  ferry_cards?: number
  /** how many train cards it holds */
  hand: number
  /** those of them that everybody has seen it take; a table sends them apart, if at all */
  known?: Record<string, number>
  /** points of routes so far */
  points: number
  /** the routes that it has claimed */
  routes: string[]
  /** its tickets, once the game is over */
  shown_tickets?: string[]
  /** how many tickets it keeps */
  tickets: number
  /** trains left */
  trains: number
}

/** A finished game of a day's deal, as proof of its result: a game file, or its record alone. */
export interface SentResult {
  name: string
  record: unknown
  face?: number | null
}

/** A board as tables. */
export interface Sheets {
  files: ExportFile[]
}

/** An action without fields. */
export interface SimpleAction {
  type: 'draw_ferry_card' | 'draw_tickets' | 'pass' | 'withdraw'
}

/** Be ready for a deal; `anyway` begins even if others at the table are not. */
export interface SitDown {
  anyway?: boolean
}

/** Let bots play to the end without pauses, when nobody else decides any more. */
export interface Skip {
  type: 'skip'
  id: string
  seat: number
}

/** Games that bots played on from the moment after the entry `after`, number `first` and following. */
export interface Spread {
  after: number
  first: number
  games: SpreadGame[]
}

/** How a game ended that bots played on: everybody's points, and who won. */
export interface SpreadGame {
  points: number[]
  winners: number[]
}

/** How many cards replace a locomotive, and whether they must be of one colour. */
export interface StandIn {
  cards: number
  one_colour: boolean
}

/** The public standings; `closed` are free routes that nobody may claim (U-20). */
export interface Standing {
  awards: Award[]
  closed: string[]
  seats: SeatStanding[]
}

/** Start the game (owner only); `fill` puts a bot of that level in every open seat. */
export interface Start {
  type: 'start'
  id: string
  fill?: string | null
}

/** Statistics of a finished game. */
export interface Statistics {
  game: string
  actions: number
  seconds: number
  seats: SeatStatistics[]
}

/** A browser that is no longer to be told. */
export interface StopPush {
  endpoint: string
}

/** Everything about a table that is not the game itself. */
export interface Table {
  game: string
  board: string
  board_name: Record<string, string>
  board_revision: number
  board_file: boolean
  status: 'over' | 'playing' | 'waiting'
  seats: TableSeat[]
  clock: Clock
  spectators: boolean
  spectator_delay: number
  tracker: boolean
  hints: boolean
  day: string | null
  sealed: boolean
  public: boolean
  created: number
  commitment: string
  rematch: string | null
  continues: string | null
  end_offer: EndOffer | null
  watching: number
  owner: number | null
  lesson: string | null
  contest: string | null
  screen: boolean
  kids: boolean
}

/** Something about the table has changed. */
export interface TableMessage {
  type: 'table'
  table: Table
}

/** A seat of a table as everybody sees it. */
export interface TableSeat {
  seat: number
  kind: 'bot' | 'open' | 'person'
  name: string
  colour: Colour
  level: string | null
  connected: boolean
  played_by_bot: boolean
  external_bot: boolean
  face: number | null
}

/** A game that was played on a real table, as it stood at the end; `goals` are those that were face up. */
export interface Tabletop {
  board: string
  seats: TabletopSeat[]
  goals?: string[]
}

/** Why a game can't have ended like this: a stable code, the rule that says so, a message, and what it is about. */
export interface TabletopProblem {
  code: 'impossible' | 'parallel_closed' | 'parallel_held' | 'route_twice' | 'ticket_twice' | 'too_many_cards' | 'too_many_trains' | 'wrong_number_of_goals' | 'wrong_number_of_players'
  rule: string | null
  message: string
  seats: number[]
  routes: string[]
  tickets: string[]
  cards: string[]
  numbers: Record<string, number>
}

/** The finished game as a spectator's view, with its score; or, without a view, what is wrong with it. */
export interface TabletopScore {
  view: View | null
  problems: TabletopProblem[]
}

/** What a player had at the end: routes and tickets by id, and the cards in hand, which only some goals count. */
export interface TabletopSeat {
  routes?: string[]
  tickets?: string[]
  hand?: Record<string, number>
}

/** The way that a hint means for a ticket of one's own, together with all others. */
export interface TicketPlan {
  id: string
  points: number
  completed: boolean
  routes: string[]
  missing: string[]
  trains_needed: number
}

/** A ticket. */
export interface TicketShape {
  id: string
  places: [string, string]
  points: number
}

/** The state of a ticket of the observer. */
export interface TicketWay {
  completed: boolean
  drawn: boolean
  id: string
  missing: string[]
  points: number
  possible: boolean
  routes: string[]
  trains_needed: number
}

/** A seat has chosen its starting tickets; nobody else knows how many yet. */
export interface TicketsChosen {
  given_back?: string[]
  kept?: string[]
  seat: number
  type: 'tickets_chosen'
}

/** Tickets are dealt, to choose from. */
export interface TicketsDealt {
  count: number
  seat: number
  tickets?: string[]
  type: 'tickets_dealt'
}

/** Tickets are drawn, to choose from. */
export interface TicketsDrawn {
  count: number
  seat: number
  tickets?: string[]
  type: 'tickets_drawn'
}

/** Tickets are kept, the others given back. */
export interface TicketsKept {
  count: number
  count_given_back: number
  given_back?: string[]
  kept?: string[]
  seat: number
  type: 'tickets_kept'
}

/** A step of the tie-break: what was compared, between whom, and who remained. */
export interface TieBreak {
  id: string
  left: number[]
  values: Record<string, number>
}

/** A code that moves a seat to another device, valid once, for ten minutes. */
export interface Transfer {
  code: string
}

/** A tunnel that costs more; withdrawing is always possible. */
export interface TunnelOffer {
  route: string
  extra: number
  revealed: Record<string, number>
  payments: Record<string, number>[]
  withdraw: boolean
}

/** Cards are turned up for a tunnel (N-12). */
export interface TunnelOpened {
  extra: number
  paid: Record<string, number>
  revealed: string[]
  route: string
  seat: number
  type: 'tunnel_opened'
}

/** The extra of a tunnel is paid. */
export interface TunnelPaid {
  cards: Record<string, number>
  seat: number
  type: 'tunnel_paid'
}

/** A tunnel whose extra cards are to be paid (N-12). */
export interface TunnelView {
  /** how many cards the route costs more */
  extra: number
  /** the cards that cost extra, and pay it */
  matching: string[]
  /** the cards laid down for it */
  paid: Record<string, number>
  /** the cards turned up for it */
  revealed: Record<string, number>
  /** the route */
  route: string
}

/** The payment for a tunnel is taken back. */
export interface TunnelWithdrawn {
  cards: Record<string, number>
  route: string
  seat: number
  type: 'tunnel_withdrawn'
}

/** The seats that must decide now, if any. Once the game is over, everybody's points and the winners. */
export interface Turn {
  to_act: number[]
  points: number[] | null
  winners: number[]
}

/** A seat's chance of winning before an action and some moves later, where it dropped most. */
export interface TurningPoint {
  seat: number
  seq: number
  before: number
  then: number
}

/** Undo my last action. */
export interface Undo {
  type: 'undo'
  id: string
  seat: number
  seq: number
}

/** Take over a seat by its code. */
export interface UseTransfer {
  code: string
}

/** The game as the viewer may see it, with the entries since `from_seq`. */
export interface View {
  type: 'view'
  seq: number
  from_seq: number
  reset: boolean
  eyes: number | null
  entries: Entry[]
  observation: Observation
  offers: Offers | null
  tickets: TicketWay[]
  standing: Standing
  clocks: SeatClock[] | null
  known: Record<string, number>[] | null
  undo: number | null
  undo_ms: number | null
  bots_only: boolean
  score: FinalScore | null
  seed: string | null
}

/** The answer to `hello`. Only players and the table's big `screen` get `invite`. */
export interface Welcome {
  type: 'welcome'
  version: number
  game: string
  seats: number[]
  server_time: number
  table: Table
  invite: string | null
  unknown_tokens: number
  screen: boolean
}

/** Every seat's chance of winning, after the entry. */
export interface WinChances {
  seq: number
  chances: number[]
}

/** What a ticket is worth: the shortest way in spaces, and points for every symbol on it, rounded up. */
export interface WorthRule {
  waves?: number
  locomotives?: number
}

/** A request: what is sent where, and for whom. */
export interface Asked {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** JSON. */
  body?: string
  token?: string | undefined
}

/** A caller that waits for a slow request. */
export interface Watch {
  /** Callback with the progress, from 0 to 1. */
  progress: (part: number) => void
  /** Stops it. */
  signal: AbortSignal
}

const at = encodeURIComponent

/** What a home answers; subclasses decide who does. Requests fail with a `HomeError`. */
export abstract class Endpoints {
  protected abstract ask<T>(asked: Asked, watch?: Watch): Promise<T>

  /** Return the capabilities of this home. */
  greeting(): Promise<Greeting> {
    return this.ask({ method: 'GET', path: '/api/greeting' })
  }

  /** Return the boards that can be played on. */
  boards(): Promise<BoardSummary[]> {
    return this.ask({ method: 'GET', path: '/api/boards' })
  }

  /** Return a board in full. */
  board(board: string): Promise<BoardDefinition> {
    return this.ask({ method: 'GET', path: `/api/boards/${at(board)}` })
  }

  /** Return the board of a file in full, to look at it before a table is made; nothing is stored. */
  readBoard(body: BoardFile): Promise<BoardDefinition> {
    return this.ask({ method: 'POST', path: '/api/boards', body: JSON.stringify(body) })
  }

  /** Return the levels of the bots, the weakest first. */
  levels(): Promise<Level[]> {
    return this.ask({ method: 'GET', path: '/api/levels' })
  }

  /** Make a table. */
  make(body: NewGame): Promise<MadeGame> {
    return this.ask({ method: 'POST', path: '/api/games', body: JSON.stringify(body) })
  }

  /** Return a table. */
  table(game: string): Promise<Table> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}` })
  }

  /** Return the board of a game in full, built-in or custom. */
  boardOfGame(game: string): Promise<BoardDefinition> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/board` })
  }

  /** Return whose turn it is, or how the game ended; for players only, since spectators may be delayed. */
  turn(game: string, token: string): Promise<Turn> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/turn`, token })
  }

  /** Sit down at a table; with the token of a bot account, as that bot. */
  join(game: string, body: Join, token?: string): Promise<Joined> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/join`, body: JSON.stringify(body), token })
  }

  /** Play again with the seats rotated; everybody's token is valid for the new game, too. */
  rematch(game: string, token: string): Promise<MadeGame> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/rematch`, token })
  }

  /** Return the file of a finished game as JSON, as lines of JSON (format=ndjson), or as text (format=text). */
  record(game: string, format = 'json'): Promise<Record<string, unknown>> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/record?format=${at(format)}` })
  }

  /** Return a finished game step by step, as seen by a seat or a spectator, or with all hands open. */
  replay(game: string, eyes = 'spectator'): Promise<Frame[]> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/replay?eyes=${at(eyes)}` })
  }

  /** Return the statistics of a finished game. */
  statistics(game: string): Promise<Statistics> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/statistics` })
  }

  /** `analysis`: Return the planner's choice at every move of a finished game, and the chances of winning over time. */
  analysis(game: string, watch?: Watch): Promise<Analysis> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/analysis` }, watch)
  }

  /** Let bots play on from a moment of a finished game, and return how these games end. */
  spread(game: string, after: number, first = 0, games = 5): Promise<Spread> {
    return this.ask({ method: 'GET', path: `/api/games/${at(game)}/spread?after=${after}&first=${first}&games=${games}` })
  }

  /** Make a table that goes on from a moment of a finished game, against bots. */
  playOn(game: string, body: PlayOn): Promise<MadeGame> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/play-on`, body: JSON.stringify(body) })
  }

  /** Import a finished game: a game file, or a bare record. */
  importRecord(body: string): Promise<KeptGame> {
    return this.ask({ method: 'POST', path: '/api/records', body })
  }

  /** Score a game that was played on a real table; nothing is stored. */
  scoreTabletop(body: Tabletop): Promise<TabletopScore> {
    return this.ask({ method: 'POST', path: '/api/score', body: JSON.stringify(body) })
  }

  /** Return which days have a deal. */
  days(): Promise<Days> {
    return this.ask({ method: 'GET', path: '/api/days' })
  }

  /** Return the par of a day's deal on a board: what bots score with it. */
  par(day: string, board: string): Promise<DayPar> {
    return this.ask({ method: 'GET', path: `/api/days/${at(day)}/${at(board)}/par` })
  }

  /** Return the puzzles of every board. */
  puzzles(): Promise<BoardPuzzles[]> {
    return this.ask({ method: 'GET', path: '/api/puzzles' })
  }

  /** Return a puzzle as a table, as its seat sees it. */
  puzzle(board: string, puzzle: string): Promise<PuzzleTable> {
    return this.ask({ method: 'GET', path: `/api/puzzles/${at(board)}/${at(puzzle)}` })
  }

  /** Return whether an action is legal in a puzzle, or how a route can be paid for. */
  askPuzzle(board: string, puzzle: string, body: Check | Payments): Promise<Answer> {
    return this.ask({ method: 'POST', path: `/api/puzzles/${at(board)}/${at(puzzle)}/ask`, body: JSON.stringify(body) })
  }

  /** Return what an action is worth in a puzzle, and what every other is. */
  answerPuzzle(board: string, puzzle: string, body: PuzzleMove): Promise<PuzzleAnswer> {
    return this.ask({ method: 'POST', path: `/api/puzzles/${at(board)}/${at(puzzle)}/answer`, body: JSON.stringify(body) })
  }

  /** Return all rules as forms, and the rules of our boards as presets. */
  ruleForms(): Promise<RuleForms> {
    return this.ask({ method: 'GET', path: '/api/workshop/rules' })
  }

  /** Suggest a deck of tickets for a board that need not be finished, and say what each is worth by the rule. */
  suggestTickets(body: DeckWanted): Promise<Deck> {
    return this.ask({ method: 'POST', path: '/api/workshop/tickets', body: JSON.stringify(body) })
  }

  /** Make a board file of other files: tables (CSV), a board of another editor (JSON), or a board file. */
  importFiles(body: ImportWanted): Promise<Imported> {
    return this.ask({ method: 'POST', path: '/api/workshop/import', body: JSON.stringify(body) })
  }

  /** Write a board as tables (CSV) of its places, routes and tickets. */
  exportSheets(body: BoardFile): Promise<Sheets> {
    return this.ask({ method: 'POST', path: '/api/workshop/export', body: JSON.stringify(body) })
  }

  /** Let planners play on a board, and return what spoils it, with changes that were tried. */
  lab(body: LabWanted, watch?: Watch): Promise<LabReport> {
    return this.ask({ method: 'POST', path: '/api/workshop/lab', body: JSON.stringify(body) }, watch)
  }

  /** Return the server's URL for others in the same network (for invitations), to its own machine only. */
  network(): Promise<Network> {
    return this.ask({ method: 'GET', path: '/api/network' })
  }

  /** `lobby`: Return public tables that wait for players or can be watched, the newest first. */
  lobby(): Promise<Table[]> {
    return this.ask({ method: 'GET', path: '/api/lobby' })
  }

  /** `invite`: Return the table of an invitation code. Codes are short, so attempts are rate-limited. */
  invitation(code: string): Promise<Table> {
    return this.ask({ method: 'GET', path: `/api/invites/${at(code)}` })
  }

  /** `invite`: Sit down at the table of an invitation code. */
  joinByCode(body: Join, token?: string): Promise<Joined> {
    return this.ask({ method: 'POST', path: '/api/join', body: JSON.stringify(body), token })
  }

  /** `transfer`: Return a code that moves your seat to another device: valid once, for ten minutes. */
  transfer(game: string, seat: number, token: string): Promise<Transfer> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/seats/${seat}/transfer`, token })
  }

  /** `transfer`: Take over a seat by a transfer code; the old token is revoked. */
  takeOver(body: UseTransfer): Promise<Joined> {
    return this.ask({ method: 'POST', path: '/api/transfers', body: JSON.stringify(body) })
  }

  /** `push`: Return the public key that a browser needs for a subscription. */
  pushKey(): Promise<PushKey> {
    return this.ask({ method: 'GET', path: '/api/push' })
  }

  /** `push`: Tell a browser when it is the seat's turn. */
  push(game: string, seat: number, body: NewPush, token: string): Promise<Pushed> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/seats/${seat}/push`, body: JSON.stringify(body), token })
  }

  /** `push`: No longer tell a browser. */
  stopPush(game: string, seat: number, body: StopPush, token: string): Promise<Pushed> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/seats/${seat}/push/stop`, body: JSON.stringify(body), token })
  }

  /** `webhook`: Tell the channel of a group when it is the turn of somebody who is away; an earlier one is told no more. */
  webhook(game: string, body: NewWebhook, token: string): Promise<Pushed> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/webhook`, body: JSON.stringify(body), token })
  }

  /** `webhook`: Tell the channel no more. */
  stopWebhook(game: string, token: string): Promise<Pushed> {
    return this.ask({ method: 'POST', path: `/api/games/${at(game)}/webhook/stop`, token })
  }

  /** `guests`: Return what the server keeps of you. */
  guest(token: string): Promise<Guest> {
    return this.ask({ method: 'GET', path: '/api/guest', token })
  }

  /** `guests`: Become a guest with this key, or change your name, your face, and whether you are on the ladder. */
  putGuest(body: GuestWish, token: string): Promise<Guest> {
    return this.ask({ method: 'POST', path: '/api/guest', body: JSON.stringify(body), token })
  }

  /** `guests`: Delete everything that the server keeps of you: the rating, and the results of the days. */
  removeGuest(token: string): Promise<boolean> {
    return this.ask({ method: 'DELETE', path: '/api/guest', token })
  }

  /** `guests`: Return the ladder; with a key in the header, your own row is marked. */
  ladder(token?: string): Promise<Ladder> {
    return this.ask({ method: 'GET', path: '/api/ladder', token })
  }

  /** `guests`: Return everybody's results of a day's deal, or of this server's sealed deal of the day. */
  dayTable(day: string, board: string, sealed = false, token?: string): Promise<DayTable> {
    return this.ask({ method: 'GET', path: `/api/days/${at(day)}/${at(board)}/results?sealed=${sealed}`, token })
  }

  /** `guests`: Send in your game of a day's deal: it counts if its record replays, and is your first one of the deal. */
  sendResult(day: string, board: string, body: SentResult, token: string): Promise<DayTable> {
    return this.ask({ method: 'POST', path: `/api/days/${at(day)}/${at(board)}/results`, body: JSON.stringify(body), token })
  }

  /** `contests`: Make a contest. The host's token is shown only once. */
  makeContest(body: NewContest): Promise<MadeContest> {
    return this.ask({ method: 'POST', path: '/api/contests', body: JSON.stringify(body) })
  }

  /** `contests`: Return a contest; with the token of a player or the host, as they see it. */
  contest(contest: string, token?: string): Promise<Contest> {
    return this.ask({ method: 'GET', path: `/api/contests/${at(contest)}`, token })
  }

  /** `contests`: Take a seat in a contest. */
  joinContest(contest: string, body: JoinContest): Promise<JoinedContest> {
    return this.ask({ method: 'POST', path: `/api/contests/${at(contest)}/join`, body: JSON.stringify(body) })
  }

  /** `contests`: Be ready for a deal; the answer has the game once everybody at the table is. */
  playDeal(contest: string, deal: number, body: SitDown, token: string): Promise<ContestGame> {
    return this.ask({ method: 'POST', path: `/api/contests/${at(contest)}/deals/${deal}`, body: JSON.stringify(body), token })
  }

  /** `contests`: Do what only the host may. */
  manageContest(contest: string, body: Manage, token: string): Promise<Contest> {
    return this.ask({ method: 'POST', path: `/api/contests/${at(contest)}/manage`, body: JSON.stringify(body), token })
  }
}

/** Return the path of a table's WebSocket. */
export function socketPath(game: string): string {
  return `/api/games/${at(game)}/socket`
}
