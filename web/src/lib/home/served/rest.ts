/** Requests to the server over HTTP. */
import type { ErrorInfo } from '../../protocol'
import type { Options, Watch } from '../asking'
import { HomeError } from '../errors'

/** The media type of an answer in lines of JSON: progress, and at last the result. */
const LINES = 'application/x-ndjson'

type Line<T> = { part: number } | { ok: T } | { error: ErrorInfo }

/** Return the result in the last line of an answer; the others say how far it is. */
async function lastLine<T>(response: Response, watch: Watch): Promise<T> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const lines = (text + decoder.decode(piece.value, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const said = JSON.parse(line) as Line<T>
      if ('ok' in said) return said.ok
      if ('error' in said) throw new HomeError(said.error)
      watch.progress(said.part)
    }
  }
  throw new Error('the answer has no end')
}

/** Ask the server; with a body, by POST. */
export async function ask<T>(path: string, { body, text, token, method, watch }: Options = {}): Promise<T> {
  const sent = text ?? (body === undefined ? null : JSON.stringify(body))
  const headers: Record<string, string> = {}
  if (sent !== null) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  if (watch) headers['Accept'] = LINES
  const signal = watch?.signal ?? null
  let response: Response
  try {
    response = await fetch(path, { method: method ?? (sent === null ? 'GET' : 'POST'), headers, body: sent, signal })
    if (watch && response.ok) return await lastLine<T>(response, watch)
  } catch (error) {
    if (error instanceof HomeError) throw error
    const [code, message] = signal?.aborted
      ? ['stopped', 'the request was stopped']
      : ['unreachable', 'the server can’t be reached']
    throw new HomeError({ code, message, rule: null, where: null })
  }
  const data: unknown = await response.json().catch(() => null)
  if (response.ok) return data as T
  const info = (data as { error?: ErrorInfo } | null)?.error
  const message = `${response.status} ${response.statusText}`
  throw new HomeError(info ?? { code: 'http', message, rule: null, where: null })
}
