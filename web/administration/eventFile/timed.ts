import type { Answer } from "../../kit/Call.ts"

/** What is made of an answer and of the seconds that its call took. */
export const timed = async <T, Made>(
  call: Promise<Answer<T>>,
  make: (answer: T, seconds: number) => Made
): Promise<Answer<Made>> => {
  const start = performance.now()
  const answer = await call
  return answer.ok ? { ok: true, answer: make(answer.answer, (performance.now() - start) / 1000) } : answer
}
