import { type ReactElement, useEffect, useId, useState } from 'react'
import { readPicture } from './readPicture.ts'
import { Scanner } from './Scanner.tsx'
import { useWallet } from './useWallet.ts'
import type { Wallet } from './wallet.ts'

/** Where a connection code goes in: typed, pasted, scanned, or as a picture. */
export function PairCard({ wallet }: { readonly wallet: Wallet }): ReactElement {
  const { pairing } = useWallet(wallet)
  const [text, setText] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [isOver, setOver] = useState(false)
  const field = useId()
  const problem = useId()

  async function takePicture(picture: Blob | null | undefined): Promise<void> {
    if (!picture) return
    const code = picture.type.startsWith('image/') ? await readPicture(picture) : undefined
    if (code === undefined) wallet.reportPairingProblem('There is no readable code in that picture.')
    else await wallet.pair(code)
  }

  // A picture may be pasted anywhere on the page.
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!picture) return
      event.preventDefault()
      void takePicture(picture)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  })

  return (
    <section className="card" aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>Connect to a site</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // What could not be read stays for another look; a code that was taken holds a key and goes (SEC-88).
          void wallet.pair(text).then(() => wallet.getState().pairing.problem === undefined && setText(''))
        }}
      >
        <label className="field" htmlFor={field}>
          <span>Connection code</span>
          <input
            id={field}
            value={text}
            placeholder="wc:…"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={pairing.problem !== undefined}
            aria-describedby={problem}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p id={problem} className="problem" role="alert">
          {pairing.problem}
        </p>
        <p className="quiet" role="status">
          {pairing.step === 'waiting' && 'Waiting for the site…'}
        </p>
        <button type="submit" className="button main" disabled={pairing.step === 'taking'}>
          {pairing.step === 'taking' ? 'Connecting…' : 'Connect'}
        </button>
      </form>
      {isScanning ? (
        <Scanner
          onCode={(code) => {
            setScanning(false)
            void wallet.pair(code)
          }}
          onClose={() => setScanning(false)}
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a further way, each of the buttons inside does the same
        <div
          className="ways"
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void takePicture(event.dataTransfer.files[0])
          }}
        >
          <button type="button" className="button" onClick={() => setScanning(true)}>
            Scan with the camera
          </button>
          <label className="button">
            Choose a picture
            <input
              type="file"
              accept="image/*"
              className="hidden-input"
              onChange={(event) => {
                void takePicture(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </label>
          <p className="quiet">A picture of the code can also be pasted, or dropped here.</p>
        </div>
      )}
    </section>
  )
}
