/** A home with requests by path, like a server's; subclasses decide who answers. */
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

/** A caller that waits for a slow request. */
export interface Watch {
  /** Callback with the progress, from 0 to 1. */
  progress: (part: number) => void
  /** Stops it. */
  signal: AbortSignal
}

export interface Options {
  body?: unknown
  /** A body that is JSON already. */
  text?: string
  token?: string
  method?: 'DELETE'
  /** For requests that report their progress. */
  watch?: Watch
}

const at = encodeURIComponent

export abstract class AskingHome {
  /** Send a request to a path, with a body as POST. Fails with a `HomeError`. */
  protected abstract ask<T>(path: string, options?: Options): Promise<T>

  boards(): Promise<BoardSummary[]> {
    return this.ask('/api/boards')
  }

  board(id: string): Promise<BoardDefinition> {
    return this.ask(`/api/boards/${at(id)}`)
  }

  levels(): Promise<Level[]> {
    return this.ask('/api/levels')
  }

  days(): Promise<Days> {
    return this.ask('/api/days')
  }

  par(day: string, board: string): Promise<DayPar> {
    return this.ask(`/api/days/${at(day)}/${at(board)}/par`)
  }

  dayTable(day: string, board: string, sealed: boolean, key: string): Promise<DayTable> {
    return this.ask(`/api/days/${at(day)}/${at(board)}/results?sealed=${sealed}`, { token: key })
  }

  sendResult(day: string, board: string, result: SentResult, key: string): Promise<DayTable> {
    return this.ask(`/api/days/${at(day)}/${at(board)}/results`, { body: result, token: key })
  }

  guest(key: string): Promise<Guest> {
    return this.ask('/api/guest', { token: key })
  }

  putGuest(wish: GuestWish, key: string): Promise<Guest> {
    return this.ask('/api/guest', { body: wish, token: key })
  }

  removeGuest(key: string): Promise<void> {
    return this.ask('/api/guest', { method: 'DELETE', token: key })
  }

  ladder(key: string): Promise<Ladder> {
    return this.ask('/api/ladder', { token: key })
  }

  puzzles(): Promise<BoardPuzzles[]> {
    return this.ask('/api/puzzles')
  }

  puzzle(board: string, id: string): Promise<PuzzleTable> {
    return this.ask(`/api/puzzles/${at(board)}/${at(id)}`)
  }

  askPuzzle(board: string, id: string, question: Check | Payments): Promise<Answer> {
    return this.ask(`/api/puzzles/${at(board)}/${at(id)}/ask`, { body: question })
  }

  answerPuzzle(board: string, id: string, action: Action): Promise<PuzzleAnswer> {
    return this.ask(`/api/puzzles/${at(board)}/${at(id)}/answer`, { body: { action } })
  }

  scoreTabletop(game: Tabletop): Promise<TabletopScore> {
    return this.ask('/api/score', { body: game })
  }

  make(game: NewGame): Promise<MadeGame> {
    return this.ask('/api/games', { body: game })
  }

  table(game: string): Promise<Table> {
    return this.ask(`/api/games/${at(game)}`)
  }

  boardOfGame(game: string): Promise<BoardDefinition> {
    return this.ask(`/api/games/${at(game)}/board`)
  }

  turn(game: string, token: string): Promise<Turn> {
    return this.ask(`/api/games/${at(game)}/turn`, { token })
  }

  rematch(game: string, token: string): Promise<MadeGame> {
    return this.ask(`/api/games/${at(game)}/rematch`, { body: {}, token })
  }

  playOn(game: string, moment: PlayOn): Promise<MadeGame> {
    return this.ask(`/api/games/${at(game)}/play-on`, { body: moment })
  }

  spread(game: string, after: number, first: number, games: number): Promise<Spread> {
    return this.ask(`/api/games/${at(game)}/spread?after=${after}&first=${first}&games=${games}`)
  }

  replay(game: string, eyes: string): Promise<Frame[]> {
    return this.ask(`/api/games/${at(game)}/replay?eyes=${at(eyes)}`)
  }

  statistics(game: string): Promise<Statistics> {
    return this.ask(`/api/games/${at(game)}/statistics`)
  }

  importRecord(text: string): Promise<{ game: string }> {
    return this.ask('/api/records', { text })
  }

  record(game: string): Promise<Record<string, unknown>> {
    return this.ask(`/api/games/${at(game)}/record`)
  }

  recordUrl(game: string): string | Promise<string> {
    return `/api/games/${at(game)}/record`
  }

  analysis(game: string, watch?: Watch): Promise<Analysis> {
    return this.ask(`/api/games/${at(game)}/analysis`, watch && { watch })
  }

  lobby(): Promise<Table[]> {
    return this.ask('/api/lobby')
  }

  join(game: string, join: Join): Promise<Joined> {
    return this.ask(`/api/games/${at(game)}/join`, { body: join })
  }

  invitation(code: string): Promise<Table> {
    return this.ask(`/api/invites/${at(code)}`)
  }

  joinByCode(join: Join): Promise<Joined> {
    return this.ask('/api/join', { body: join })
  }

  network(): Promise<Network> {
    return this.ask('/api/network')
  }

  transfer(game: string, seat: number, token: string): Promise<Transfer> {
    return this.ask(`/api/games/${at(game)}/seats/${seat}/transfer`, { body: {}, token })
  }

  takeOver(code: string): Promise<Joined> {
    return this.ask('/api/transfers', { body: { code } })
  }

  makeContest(contest: NewContest): Promise<MadeContest> {
    return this.ask('/api/contests', { body: contest })
  }

  contest(contest: string, token?: string): Promise<Contest> {
    return this.ask(`/api/contests/${at(contest)}`, token ? { token } : {})
  }

  joinContest(contest: string, join: JoinContest): Promise<JoinedContest> {
    return this.ask(`/api/contests/${at(contest)}/join`, { body: join })
  }

  playDeal(contest: string, deal: number, token: string, anyway: boolean): Promise<ContestGame> {
    return this.ask(`/api/contests/${at(contest)}/deals/${deal}`, { body: { anyway }, token })
  }

  manageContest(contest: string, token: string, what: Manage): Promise<Contest> {
    return this.ask(`/api/contests/${at(contest)}/manage`, { body: what, token })
  }

  pushKey(): Promise<PushKey> {
    return this.ask('/api/push')
  }

  push(game: string, seat: number, token: string, push: NewPush): Promise<Pushed> {
    return this.ask(`/api/games/${at(game)}/seats/${seat}/push`, { body: push, token })
  }

  stopPush(game: string, seat: number, token: string, endpoint: string): Promise<Pushed> {
    return this.ask(`/api/games/${at(game)}/seats/${seat}/push/stop`, { body: { endpoint }, token })
  }
}
