/**
 * Where games live. The client asks a home for boards, tables and finished games, and connects to tables through it. No
 * screen asks which home it has: what a home can't do is missing from its capabilities, and screens hide it.
 */
import type {
  Action,
  Analysis,
  Answer,
  BoardDefinition,
  BoardPuzzles,
  BoardSummary,
  Check,
  Contest,
  ContestGame,
  DayPar,
  DayTable,
  Days,
  Frame,
  Greeting,
  Guest,
  GuestWish,
  Join,
  JoinContest,
  Joined,
  JoinedContest,
  Ladder,
  Level,
  MadeContest,
  MadeGame,
  Manage,
  Network,
  NewContest,
  NewGame,
  NewPush,
  Payments,
  PlayOn,
  Pushed,
  PushKey,
  PuzzleAnswer,
  PuzzleTable,
  SentResult,
  Spread,
  Statistics,
  Table,
  Tabletop,
  TabletopScore,
  Transfer,
  Turn,
} from '../protocol'
import type { Watch } from './asking'
import type { Caller, Connection } from './connection'

export type Capability = Greeting['capabilities'][number]

/** What is wrong with a home: it can't store games, is full, failed to load, or the browser can't run it. */
export type Trouble = 'unkept' | 'full' | 'failed' | 'unsupported'

/** Every request fails with a `HomeError` if it is refused. */
export interface Home {
  /** Start up, and return when a game can be played. Called once, when the page is loaded. */
  open(): Promise<void>
  /** How much is loaded, from 0 to 1; requests wait until all is. Reactive. */
  readonly loaded: number
  /** Reactive. */
  readonly trouble: Trouble | null
  /** Whether this home can do that. Reactive. */
  can(what: Capability): boolean

  boards(): Promise<BoardSummary[]>
  board(id: string): Promise<BoardDefinition>
  /** The levels of the bots, the weakest first. */
  levels(): Promise<Level[]>

  /** Which days have a deal. */
  days(): Promise<Days>
  /** What bots made of a day's deal. */
  par(day: string, board: string): Promise<DayPar>

  /** `guests`: everybody's results of a day's deal, or of the sealed one; an empty key is nobody's. */
  dayTable(day: string, board: string, sealed: boolean, key: string): Promise<DayTable>
  /** `guests`: send in the record of a day's deal. */
  sendResult(day: string, board: string, result: SentResult, key: string): Promise<DayTable>
  /** `guests`: what is kept of the guest with a key. */
  guest(key: string): Promise<Guest>
  /** `guests` */
  putGuest(wish: GuestWish, key: string): Promise<Guest>
  /** `guests`: delete everything about a guest. */
  removeGuest(key: string): Promise<void>
  /** `guests` */
  ladder(key: string): Promise<Ladder>

  puzzles(): Promise<BoardPuzzles[]>
  puzzle(board: string, id: string): Promise<PuzzleTable>
  /** Whether an action is legal in a puzzle, or how a route can be paid for. */
  askPuzzle(board: string, id: string, question: Check | Payments): Promise<Answer>
  /** What an action is worth in a puzzle. */
  answerPuzzle(board: string, id: string, action: Action): Promise<PuzzleAnswer>

  /** The score of a game that was played on a real table, or what is wrong with it. */
  scoreTabletop(game: Tabletop): Promise<TabletopScore>

  make(game: NewGame): Promise<MadeGame>
  table(game: string): Promise<Table>
  boardOfGame(game: string): Promise<BoardDefinition>
  turn(game: string, token: string): Promise<Turn>
  connect(game: string, caller: Caller): Connection
  /** Play again with the same people; each of them asks with their own token. */
  rematch(game: string, token: string): Promise<MadeGame>

  /** Go on from a moment of a finished game. */
  playOn(game: string, moment: PlayOn): Promise<MadeGame>
  /** Let bots play on from the moment after an entry: games number `first` and following. */
  spread(game: string, after: number, first: number, games: number): Promise<Spread>

  /** Remove a game from this device; it is deleted if nobody else has it. */
  forget(game: string): void

  replay(game: string, eyes: string): Promise<Frame[]>
  statistics(game: string): Promise<Statistics>
  importRecord(text: string): Promise<{ game: string }>
  /** The record of a finished game, with the players. */
  record(game: string): Promise<Record<string, unknown>>
  /** A URL to download the record of a finished game from. */
  recordUrl(game: string): string | Promise<string>
  /** `analysis` */
  analysis(game: string, watch?: Watch): Promise<Analysis>

  /** `lobby` */
  lobby(): Promise<Table[]>
  /** `lobby`: sit down at an open table. */
  join(game: string, join: Join): Promise<Joined>
  /** `invite`: the table of an invitation code. */
  invitation(code: string): Promise<Table>
  /** `invite` */
  joinByCode(join: Join): Promise<Joined>
  /** `invite`, `share`: the address that links for others begin with, where this page's own is no use to them. */
  network(): Promise<Network>
  /** `transfer`: a code that moves a seat to another device. */
  transfer(game: string, seat: number, token: string): Promise<Transfer>
  /** `transfer` */
  takeOver(code: string): Promise<Joined>

  /** `contests` */
  makeContest(contest: NewContest): Promise<MadeContest>
  /** `contests`: as the host, a player or anybody else sees it. */
  contest(contest: string, token?: string): Promise<Contest>
  /** `contests` */
  joinContest(contest: string, join: JoinContest): Promise<JoinedContest>
  /** `contests`: be ready for a deal; `anyway` begins it without the others. */
  playDeal(contest: string, deal: number, token: string, anyway: boolean): Promise<ContestGame>
  /** `contests`: what only the host may do. */
  manageContest(contest: string, token: string, what: Manage): Promise<Contest>

  /** `push`: the key of the server, which a subscription needs. */
  pushKey(): Promise<PushKey>
  /** `push`: tell this browser when it is the seat's turn. */
  push(game: string, seat: number, token: string, push: NewPush): Promise<Pushed>
  /** `push`: no longer tell it. */
  stopPush(game: string, seat: number, token: string, endpoint: string): Promise<Pushed>
}
