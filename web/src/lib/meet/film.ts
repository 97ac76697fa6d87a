/** Reading a QR code with the camera, where the browser can. */

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}

type MakeDetector = new (options: { formats: string[] }) => Detector

const maker = (): MakeDetector | undefined => (globalThis as { BarcodeDetector?: MakeDetector }).BarcodeDetector

export const canFilm = () => maker() !== undefined && 'mediaDevices' in navigator

/** Read codes until one is found; return a function that stops. The video must have been given a stream. */
export function watchFor(video: HTMLVideoElement, found: (text: string) => void): () => void {
  const Maker = maker()
  let stopped = Maker === undefined
  const detector = Maker && new Maker({ formats: ['qr_code'] })
  const look = async (): Promise<void> => {
    const codes = (await detector?.detect(video).catch(() => [])) ?? []
    if (stopped) return
    if (codes[0]) found(codes[0].rawValue)
    else video.requestVideoFrameCallback(() => void look())
  }
  video.requestVideoFrameCallback(() => void look())
  return () => (stopped = true)
}
