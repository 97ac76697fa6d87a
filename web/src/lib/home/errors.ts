/** A home's refusal, or that it can't be reached. */
import type { ErrorInfo } from '../protocol'
import { m, said } from '../words'

export class HomeError extends Error {
  constructor(readonly info: ErrorInfo) {
    super(info.message)
  }

  /** Nobody answered; a retry may help. */
  get unreachable(): boolean {
    return this.info.code === 'unreachable'
  }
}

/** The error for what no home has answered. */
export function problem(code: string, message: string): HomeError {
  return new HomeError({ code, message, rule: null, where: null })
}

/** Whether a home refused with one of these codes. */
export function refusedAs(error: unknown, ...codes: string[]): boolean {
  return error instanceof HomeError && codes.includes(error.info.code)
}

/** A sentence about anything that went wrong, in the chosen language. */
export function explain(error: unknown): string {
  if (!(error instanceof HomeError)) {
    return m.error_other({ message: error instanceof Error ? error.message : String(error) })
  }
  if (error.unreachable) return m.error_network()
  const { code, message } = error.info
  return said(`refusal_${code}`, { message }) ?? m.error_other({ message })
}
