/** Tests of what step 1 makes of the response to a look-up of models. */
import { expect, test } from 'vitest'
import { captchaFailed, errorResult, networkError, ok } from '#test/samples/api-results.ts'
import { parseModels } from './use-model-lookups.ts'

type Answer = Parameters<typeof parseModels>[0]
const models = [{ vehicleKey: 'corolla-a', vehicleDescription: 'Toyota Corolla' }]

test.each<[string, Answer, ReturnType<typeof parseModels>]>([
  ['[CAR-04] [CAR-05] models', ok({ results: models }), { models }],
  ['[CAR-05] no models', ok({ results: [] }), { models: [] }],
  ['[CAR-05] [SHELL-08] a failing partner', errorResult('PARTNER_UNAVAILABLE'), { models: [] }],
  [
    '[CAR-05] [SHELL-08] a car that is not insured',
    errorResult('NOT_INSURABLE'),
    { models: [], notInsurable: true },
  ],
  // The others say nothing about the car.
  ['[CAR-05] [SHELL-14] no response', networkError, 'failed'],
  ['[CAR-05] [SHELL-14] a fault of the server', errorResult('INTERNAL'), 'failed'],
  ['[CAR-05] [SHELL-14] too many look-ups', errorResult('TOO_MANY_REQUESTS'), 'too-many'],
  ['[CAR-05] [SHELL-14] a server that is too busy', errorResult('OVERLOADED'), 'shown'],
  ['[CAR-05] [SHELL-14] a session that is over', errorResult('NOT_LOGGED_IN'), 'shown'],
  ['[SHELL-09] [CAR-05] an unfinished security check', captchaFailed, 'shown'],
])('%s', (_what, answer, result) => {
  expect(parseModels(answer)).toEqual(result)
})
