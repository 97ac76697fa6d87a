/** The worker for bots: they think here, so that the tables never wait. */
import { collectGarbage } from '../../ui/behaviour/garbage'
import { loadPython } from './python'
import type { Job, ToBots } from './talk'

type Think = (job: string) => string

async function start({ folder, compiled }: ToBots): Promise<Think> {
  const { python, add } = await loadPython(folder, { compiled })
  // Without weights the planner decides in the place of a network.
  await add('weights.packed').catch(console.error)
  const { think } = python.pyimport('semafor.page.bots_worker')
  collectGarbage()
  return think as Think
}

self.onmessage = ({ data }: MessageEvent<ToBots>) => {
  const ready = start(data)
  const { port } = data
  // No job has this id: it says that the bots are loaded.
  ready.then(
    () => port.postMessage({ id: 0, text: '' } satisfies Job),
    () => undefined,
  )
  port.onmessage = async ({ data: { id, text } }: MessageEvent<Job>) => {
    let answer = ''
    try {
      answer = (await ready)(text)
    } catch (error) {
      // An empty answer is fine: the tables let another bot decide, or take any legal action.
      console.error(error)
    }
    port.postMessage({ id, text: answer } satisfies Job)
  }
}
