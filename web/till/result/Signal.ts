let context: AudioContext | undefined

/** Tones by outcome: frequency in hertz, start and length in seconds. Two rising tones, or a low one twice as long. */
const tones = {
  good: [[880, 0, 0.09], [1318, 0.1, 0.14]],
  bad: [[196, 0, 0.22], [165, 0.24, 0.4]]
} as const

let latest = ""

/** Lets the person hear and feel the outcome of a booking, since they look at the guest. Each outcome is signalled once. */
export const signal = (outcome: keyof typeof tones, uuid: string): void => {
  if (latest === uuid) return
  latest = uuid
  // A device that never was tapped may not vibrate, and some can't at all.
  if (navigator.userActivation?.hasBeenActive === true) navigator.vibrate?.(outcome === "good" ? 60 : [200, 80, 300])
  try {
    context ??= new AudioContext()
    void context.resume()
    for (const [frequency, start, length] of tones[outcome]) beep(context, frequency, start, length)
  } catch {
    // Without sound the screen alone tells.
  }
}

const beep = (audio: AudioContext, frequency: number, start: number, length: number) => {
  const at = audio.currentTime + start
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = frequency
  tone.type = "triangle"
  volume.gain.setValueAtTime(0.4, at)
  volume.gain.exponentialRampToValueAtTime(0.01, at + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + length)
}
