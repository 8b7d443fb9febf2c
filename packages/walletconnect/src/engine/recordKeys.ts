/** Where an answer of ours waits until it was sent. */
export const answerKey = (id: number): string => `answer:${id}`

/** Where it is kept that a sign-in was answered: the proposal that goes with it may come later, and is not asked about then. */
export const answeredKey = (topic: string, publicKey: string): string => `${topic}:${publicKey}`
