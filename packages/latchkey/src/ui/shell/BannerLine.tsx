import { useLayoutEffect, useRef } from 'react'
import type { Banner } from '../../core/flow/banner.ts'
import { dismissBanner } from '../../core/flow/dismissBanner.ts'
import { useInstance, useText } from '../hooks.ts'
import { Icon } from '../parts/Icon.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import type { IconName } from '../parts/icons.ts'
import { DONE } from '../parts/laterIcons.ts'
import { useStyles } from '../parts/useStyles.ts'
import styles from './banner.css?inline'
import { makeRoom } from './makeRoom.ts'

const ICONS: Readonly<Record<string, IconName>> = { info: 'info', success: DONE, warning: 'warn', error: 'error' }

/** A developer's alert over the top of the dialog, in debug mode only; stays until it is dismissed. */
export function BannerLine({ banner }: BannerLine.Props) {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const card = line.current?.parentElement
    return line.current && card ? makeRoom(line.current, card, 'start') : undefined
  }, [])
  const isCalm = banner.variant === 'info' || banner.variant === 'success'
  return (
    <div ref={line} className={`banner ${banner.variant}`} role={isCalm ? 'status' : 'alert'}>
      <Icon name={ICONS[banner.variant] ?? 'info'} />
      <p>{t.find(`alert.${banner.code}`, { detail: banner.detail ?? '' }) ?? banner.code}</p>
      <IconButton icon="close" inline label={t('shell.dismiss')} onPress={() => dismissBanner(instance)} />
    </div>
  )
}
export declare namespace BannerLine {
  type Props = { readonly banner: Banner }
}
