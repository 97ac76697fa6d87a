/** Synthesises the sounds from tones and noise: quiet, short, and without a tiring melody. */
import type { Sound } from './sound'

let audio: AudioContext | null = null
let out: AudioNode
let hiss: AudioBuffer

/** The overall volume. */
const VOLUME = 0.32

function open(): AudioContext {
  if (audio) return audio
  audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = VOLUME
  volume.connect(audio.createDynamicsCompressor()).connect(audio.destination)
  out = volume
  hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate)
  const samples = hiss.getChannelData(0)
  let seed = 1
  for (let at = 0; at < samples.length; at++) {
    seed = (seed * 16807) % 2147483647
    samples[at] = (2 * seed) / 2147483647 - 1
  }
  return audio
}

interface Shape {
  /** Seconds from now, and how long. */
  at: number
  length: number
  loud: number
  /** Seconds until it is at its loudest. */
  rise?: number
}

function shaped(context: AudioContext, { at, length, loud, rise = 0.004 }: Shape): GainNode {
  const gain = context.createGain()
  const start = context.currentTime + at
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(loud, start + rise)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  gain.connect(out)
  return gain
}

/** A tone that goes from one pitch to another, in hertz. */
function tone(type: OscillatorType, from: number, to: number, shape: Shape): void {
  const context = open()
  const source = context.createOscillator()
  const start = context.currentTime + shape.at
  source.type = type
  source.frequency.setValueAtTime(from, start)
  source.frequency.exponentialRampToValueAtTime(to, start + shape.length)
  source.connect(shaped(context, shape))
  source.start(start)
  source.stop(start + shape.length)
}

/** Noise around a pitch that goes from one to another. */
function noise(from: number, to: number, sharp: number, shape: Shape): void {
  const context = open()
  const source = context.createBufferSource()
  const filter = context.createBiquadFilter()
  const start = context.currentTime + shape.at
  source.buffer = hiss
  source.loop = true
  filter.type = 'bandpass'
  filter.Q.value = sharp
  filter.frequency.setValueAtTime(from, start)
  filter.frequency.exponentialRampToValueAtTime(to, start + shape.length)
  source.connect(filter).connect(shaped(context, shape))
  source.start(start)
  source.stop(start + shape.length)
}

/** Wheels over a joint of the rails. */
function clack(at: number, loud: number): void {
  noise(900, 300, 2.5, { at, length: 0.07, loud })
  tone('sine', 150, 70, { at, length: 0.08, loud: loud * 0.8 })
}

const SOUNDS: Record<Sound, (times: number) => void> = {
  // A swish, and the card is down.
  card: () => {
    noise(1200, 4200, 0.7, { at: 0, length: 0.2, loud: 0.5, rise: 0.09 })
    noise(500, 220, 1.5, { at: 0.13, length: 0.07, loud: 0.55 })
  },
  wagons: (times) => {
    for (let wagon = 0; wagon < Math.min(times, 9); wagon++) {
      clack(wagon * 0.11, 0.5)
      clack(wagon * 0.11 + 0.045, 0.28)
    }
  },
  ticket: () => {
    noise(2600, 700, 3, { at: 0, length: 0.05, loud: 0.7 })
    noise(1500, 500, 2, { at: 0.09, length: 0.06, loud: 0.5 })
    for (const [step, pitch] of [1047, 1319, 1568].entries())
      tone('sine', pitch, pitch, { at: 0.16 + step * 0.09, length: 0.7, loud: 0.2 })
  },
  whistle: () => {
    for (const [at, length] of [
      [0, 0.28],
      [0.38, 0.75],
    ] as const) {
      for (const pitch of [622, 740, 932]) tone('triangle', pitch * 0.96, pitch, { at, length, loud: 0.13, rise: 0.06 })
      noise(2400, 3000, 1.2, { at, length, loud: 0.05, rise: 0.06 })
    }
  },
  tunnel: () => {
    for (let beat = 0; beat < 7; beat++)
      tone('sine', 74 + beat * 5, 50, { at: beat * 0.15, length: 0.17, loud: 0.22 + beat * 0.04 })
    noise(160, 420, 1, { at: 0, length: 1.15, loud: 0.22, rise: 0.9 })
  },
  count: () => tone('sine', 880, 860, { at: 0, length: 0.14, loud: 0.55 }),
  win: () => {
    for (const [step, pitch] of [523, 659, 784, 1047].entries()) {
      const length = step === 3 ? 1.1 : 0.26
      for (const part of [1, 1.5]) tone('triangle', pitch * part, pitch * part, { at: step * 0.16, length, loud: 0.16 })
    }
  },
  turn: () => {
    tone('sine', 659, 659, { at: 0, length: 0.25, loud: 0.22 })
    tone('sine', 880, 880, { at: 0.12, length: 0.4, loud: 0.2 })
  },
}

export function play(kind: Sound, times: number): void {
  void open().resume()
  SOUNDS[kind](times)
}
