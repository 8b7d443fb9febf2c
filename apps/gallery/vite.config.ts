import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Port of the gallery; a busy one moves on to the next. */
export const GALLERY_PORT = 4600

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  server: { port: GALLERY_PORT, strictPort: false, host: '127.0.0.1' },
})
