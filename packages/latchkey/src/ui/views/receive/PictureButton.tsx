import { useState } from 'react'
import { lazy } from '../../../core/lazy.ts'
import { useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { receiveWords } from '../../text/rooms/receiveWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** The code as a picture: into the share sheet of a phone that takes pictures, where they are saved too, else into a file. */
export function PictureButton({ text, title, address, name }: PictureButton.Props) {
  const instance = useInstance()
  const t = useRoomText(receiveWords)
  const [hasFailed, setFailed] = useState(false)
  const navigator = instance.services.browser.isMobile() ? instance.services.walletWindow?.navigator : undefined
  const sample = new File([], 'code.png', { type: 'image/png' })
  const mayShare = navigator?.share !== undefined && navigator.canShare?.({ files: [sample] }) === true
  const act = async (): Promise<void> => {
    setFailed(false)
    try {
      const [{ drawPicture }, { saveFile }] = await lazy(
        instance,
        Promise.all([import('./drawPicture.ts'), import('../saveFile.ts')]),
      )
      const picture = await drawPicture(text, { title, address })
      if (!mayShare) return saveFile(picture, `${name}.png`)
      const files = [new File([picture], `${name}.png`, { type: 'image/png' })]
      // The sheet says itself what went wrong, and a visitor who closes it changed their mind.
      await navigator?.share?.({ files }).catch(() => {})
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <Button kind="plain" wide focusKey="picture" onPress={() => void act()}>
        {t(mayShare ? 'receive.sharePicture' : 'receive.save')}
      </Button>
      {hasFailed ? (
        <p className="aside" role="status">
          {t('receive.saveFailed')}
        </p>
      ) : null}
    </>
  )
}
export declare namespace PictureButton {
  type Props = {
    /** What a camera reads. */
    readonly text: string
    readonly title: string
    readonly address: string
    /** Of the file, without its ending. */
    readonly name: string
  }
}
