import { useEffect, useRef, useState } from 'react'

/** By how many a list has grown since it was first there; 0 for its first. */
export function useGrowth(length: number | undefined): number {
  const before = useRef(length)
  const [grown, setGrown] = useState(0)
  useEffect(() => {
    const last = before.current
    before.current = length
    if (last !== undefined && length !== undefined && last > 0 && length > last) setGrown(length - last)
  }, [length])
  return grown
}
