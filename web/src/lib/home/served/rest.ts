/** Requests to the server over HTTP. */
import type { Asked, ErrorInfo, Watch } from '../../protocol'
import { HomeError, problem } from '../errors'

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

/** Send a request to the server. */
export async function ask<T>({ method, path, body, token }: Asked, watch?: Watch): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  if (watch) headers['Accept'] = LINES
  const signal = watch?.signal ?? null
  let response: Response
  try {
    response = await fetch(path, { method, headers, body: body ?? null, signal })
    if (watch && response.ok) return await lastLine<T>(response, watch)
  } catch (error) {
    if (error instanceof HomeError) throw error
    if (signal?.aborted) throw problem('stopped', 'the request was stopped')
    throw problem('unreachable', 'the server can’t be reached')
  }
  const data: unknown = await response.json().catch(() => null)
  if (response.ok) return data as T
  const info = (data as { error?: ErrorInfo } | null)?.error
  throw info ? new HomeError(info) : problem('http', `${response.status} ${response.statusText}`)
}
