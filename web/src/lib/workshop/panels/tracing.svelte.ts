/** The picture that is traced: it stays on this device. */
import { keepPicture, type PicturePlace } from '../state/store'

class Tracing {
  place = $state.raw<PicturePlace | null>(null)
  url = $state('')
  #file: Blob | null = null

  show(file: Blob, place: PicturePlace): void {
    this.hide()
    this.#file = file
    this.url = URL.createObjectURL(file)
    this.place = place
  }

  hide(): void {
    if (this.url) URL.revokeObjectURL(this.url)
    this.url = ''
    this.#file = null
    this.place = null
  }

  move(board: string, changes: Partial<PicturePlace>): void {
    if (!this.place || !this.#file) return
    this.place = { ...this.place, ...changes }
    void keepPicture(board, this.#file, this.place)
  }
}

export const tracing = new Tracing()
