/** Where an answer of ours waits until it was sent. */
export const answerKey = (id: number): string => `answer:${id}`
