/**
 * What stands between the product and the outside world on a node: a bulkhead before every partner that a call waits for,
 * and the watchers (traces, counters) where they are configured. server/services.ts puts it around what it wired.
 */
import type { Books } from '#db/books.ts'
import type { Insurer, InsurerCatalogue } from '#partners/insurer/port.ts'
import { bulkhead } from './bulkhead.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import type { Admission } from './http/admission.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

type Partners = Pick<
  Services,
  'insurer' | 'catalogue' | 'register' | 'addresses' | 'cards' | 'mail' | 'captcha'
>

/** Calls to one partner under way at a time, on one node (decision 0017). */
const atOnce = 8
/** As many as a node lets in of what money hangs on: one that is turned away has to wait as if it had been sent. */
const bindsAtOnce = 64

export function guardedPartners(
  partners: Partners,
  { config, admission, tracing }: { config: Config; admission: Admission; tracing: Tracing | null },
): Partners {
  const { insurer, catalogue, register, addresses, cards, mail, captcha } = partners
  const seen = <P extends object>(name: string, port: P): P => tracing?.port(name, port) ?? port
  const { elsewhere } = admission
  return {
    // Built in, or asked by jobs only: their work is this node's own.
    ...(config.insurer.kind === 'embedded'
      ? { catalogue, insurer: seen('insurer', insurer) }
      : guardedInsurer(insurer, catalogue, seen, elsewhere)),
    mail: seen('mail', mail),
    register: seen('register', bulkhead(register, ['lookUp'], atOnce, elsewhere)),
    cards: seen('cards', bulkhead(cards, ['createSession', 'result', 'refund'], atOnce, elsewhere)),
    addresses: seen(
      'addresses',
      config.address.kind === 'address-book'
        ? addresses
        : bulkhead(addresses, ['suggest', 'find'], atOnce, elsewhere),
    ),
    captcha:
      captcha.kind === 'recaptcha'
        ? seen('captcha', bulkhead(captcha, ['verify', 'verifyVisible'], atOnce, elsewhere))
        : captcha,
  }
}

/** Binds have places of their own: quoting may not keep a customer who pays waiting. */
function guardedInsurer(
  insurer: Insurer,
  catalogue: InsurerCatalogue,
  seen: <P extends object>(name: string, port: P) => P,
  elsewhere: Admission['elsewhere'],
): Pick<Partners, 'insurer' | 'catalogue'> {
  const quoting = bulkhead(insurer, ['quote', 'amend', 'retrieve'], atOnce, elsewhere)
  return {
    insurer: seen('insurer', bulkhead(quoting, ['bind', 'whatBecameOf'], bindsAtOnce, elsewhere)),
    catalogue: seen('insurer', bulkhead(catalogue, ['models', 'valueBand'], atOnce, elsewhere)),
  }
}

/** Books that tell the counters what is written into the audit. */
export function watchedBooks(books: Books, metrics: Metrics | null): Books {
  if (!metrics) return books
  return {
    ...books,
    record(entry) {
      metrics.happened(entry.what)
      return books.record(entry)
    },
    async keepRating(rating) {
      const isKept = await books.keepRating(rating)
      if (isKept) metrics.happened(rating.what)
      return isKept
    },
  }
}
