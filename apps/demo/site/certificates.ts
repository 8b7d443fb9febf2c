import { element, getElement } from './element.ts'
import type { Certificate } from './shop.ts'
import { drawSlopeMap } from './slopeMap.ts'

/** Shows the certificates of an address, and all of them on the map of the slope. */
export function showCertificates(certificates: readonly Certificate[], address: string | undefined): void {
  const isYours = (certificate: Certificate): boolean => certificate.owner.toLowerCase() === address?.toLowerCase()
  const yours = certificates.filter(isYours)
  getElement('standing').textContent = String(certificates.reduce((sum, certificate) => sum + certificate.shares, 0))
  getElement('shade').hidden = yours.length === 0
  getElement('certificates').replaceChildren(
    ...yours
      .toReversed()
      .map(({ id, name, imageUrl }) =>
        element(
          'figure',
          { class: 'certificate' },
          element('img', { src: imageUrl, alt: `Certificate of ${name}`, width: '320', height: '400' }),
          element('figcaption', {}, `Shade no. ${id}`),
        ),
      ),
  )
  getElement('map').replaceChildren(
    drawSlopeMap(certificates.map((certificate) => ({ id: certificate.id, isYours: isYours(certificate) }))),
  )
}
