/** Requests to the server over HTTP. */
import type { ErrorInfo } from '../../protocol'
import type { Options } from '../asking'
import { HomeError } from '../errors'

/** Ask the server; with a body, by POST. */
export async function ask<T>(path: string, { body, text, token, method }: Options = {}): Promise<T> {
  const sent = text ?? (body === undefined ? null : JSON.stringify(body))
  const headers: Record<string, string> = {}
  if (sent !== null) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  let response: Response
  try {
    response = await fetch(path, { method: method ?? (sent === null ? 'GET' : 'POST'), headers, body: sent })
  } catch {
    throw new HomeError({ code: 'unreachable', message: 'the server can’t be reached', rule: null, where: null })
  }
  const data: unknown = await response.json().catch(() => null)
  if (response.ok) return data as T
  const info = (data as { error?: ErrorInfo } | null)?.error
  const message = `${response.status} ${response.statusText}`
  throw new HomeError(info ?? { code: 'http', message, rule: null, where: null })
}
