import { type ReactElement, useEffect, useRef, useState } from 'react'
import { readPixels } from './readPicture.ts'

/** Pause between two looks at the camera's picture, in ms. */
const LOOK_MS = 120

/** The camera, until it has seen a code. It is let go when the view goes. */
export function Scanner({
  onCode,
  onClose,
}: {
  readonly onCode: (text: string) => void
  readonly onClose: () => void
}): ReactElement {
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onCode)
  const [problem, setProblem] = useState<string>()
  found.current = onCode

  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stream: MediaStream | undefined
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })

    async function look(): Promise<void> {
      const { current: picture } = video
      if (isOver || !picture || !context) return
      if (picture.videoWidth > 0) {
        canvas.width = picture.videoWidth
        canvas.height = picture.videoHeight
        context.drawImage(picture, 0, 0)
        const text = await readPixels(context.getImageData(0, 0, canvas.width, canvas.height), true)
        if (isOver) return
        if (text !== undefined) {
          found.current(text)
          return
        }
      }
      timer = setTimeout(() => void look(), LOOK_MS)
    }

    async function open(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      } catch (error) {
        setProblem(describe(error))
        return
      }
      if (isOver || !video.current) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      video.current.srcObject = stream
      // A browser that plays nothing by itself still hands over single pictures.
      await video.current.play().catch(() => undefined)
      await look()
    }

    if (navigator.mediaDevices) void open()
    else setProblem('This page may not use a camera. Choose a picture instead.')
    return () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])

  return (
    <div className="scanner">
      {problem === undefined ? (
        <video ref={video} aria-label="Camera picture" muted playsInline />
      ) : (
        <p role="alert">{problem}</p>
      )}
      <button type="button" className="button" onClick={onClose}>
        Close the camera
      </button>
    </div>
  )
}

function describe(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'The camera was not allowed. Choose a picture instead.'
  if (name === 'NotFoundError') return 'There is no camera here. Choose a picture instead.'
  return 'The camera could not be opened. Choose a picture instead.'
}
