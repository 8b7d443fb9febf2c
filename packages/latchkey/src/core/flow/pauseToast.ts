import type { Instance } from '../types/latchkey.ts'
import { hideToast } from './hideToast.ts'

/** Stops the clock of a toast while somebody reads it (pointer or focus on it, page hidden), and goes on afterwards (WCAG 2.2.1). */
export function pauseToast(instance: Instance, paused: boolean): void {
  const { services, live } = instance
  const running = live.toast
  if (!running || paused === (running.startedAt === undefined)) return
  const usedMs = running.startedAt === undefined ? 0 : services.clock.now() - running.startedAt
  startToastTimer(instance, Math.max(0, running.leftMs - usedMs), !paused)
}

/** Lets the toast on screen leave after so many ms; a paused one keeps them for later. */
export function startToastTimer(instance: Instance, leftMs: number, isRunning: boolean): void {
  const { services, live } = instance
  live.toast?.stop()
  const stopTimer = isRunning ? services.clock.after(leftMs, () => hideToast(instance)) : undefined
  const stopVisible = services.browser.watchVisible((visible) => pauseToast(instance, !visible))
  live.toast = {
    startedAt: isRunning ? services.clock.now() : undefined,
    leftMs,
    stop: () => {
      stopTimer?.()
      stopVisible()
    },
  }
}
