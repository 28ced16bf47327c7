/** Routes of a brand's own files: its icon, and the policy wording of each cover as a PDF. */
import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#brands/brand.ts'
import { brandOfHost } from '#brands/index.ts'
import { coverTypes } from '#journey/cover.ts'
import { wordingPath } from '#journey/page-paths.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { nonPageHeaders } from './security-headers.ts'

const dayLong = 'public, max-age=86400'

/** The logo with the light colours inlined, for contexts without custom properties. */
const iconOf = (brand: Brand): string =>
  brand.logoSvg
    .replaceAll('var(--primary)', brand.light.primary)
    .replaceAll('var(--on-primary)', brand.light.onPrimary)
    .replaceAll('var(--accent)', brand.light.accent)

export function serveBrandIconAndWording(
  app: FastifyInstance,
  { brands, config, pdfRenderer }: Dependencies,
): void {
  for (const brand of brands.values())
    app.get(`/brand/${brand.key}/favicon.svg`, { schema: { hide: true } }, (_request, response) =>
      response
        .type('image/svg+xml')
        .headers({ ...nonPageHeaders, 'cache-control': dayLong })
        .send(iconOf(brand)),
    )
  for (const cover of coverTypes)
    app.get(wordingPath(cover), { schema: { hide: true } }, async (request, response) => {
      const brand = brandOfHost(brands, request.headers.host ?? '', config.production)
      if (!brand) return response.callNotFound()
      return response
        .type('application/pdf')
        .headers({
          // All brands share this URL, so no shared cache may store it; the customer has to read the current
          // wording.
          'cache-control': 'private, no-cache',
          'content-disposition': `inline; filename="${basename(wordingPath(cover))}"`,
        })
        .send(Buffer.from(await pdfRenderer.wording(cover, brand)))
    })
}
