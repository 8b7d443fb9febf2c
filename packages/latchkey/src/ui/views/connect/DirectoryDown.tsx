import { loadDirectory } from '../../../core/features/directory/loadDirectory.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'

/** A quiet line where the directory's other wallets would be. Source: F-59. */
export function DirectoryDown() {
  const instance = useInstance()
  const t = useText()
  return (
    <div className="failed-line" role="status" data-failure="DIRECTORY_DOWN">
      <p>{t('failure.DIRECTORY_DOWN')}</p>
      <Button kind="plain" small focusKey="loadAll" onPress={() => void loadDirectory(instance)}>
        {t('action.loadAll')}
      </Button>
    </div>
  )
}
