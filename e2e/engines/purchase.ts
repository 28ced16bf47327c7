/** A purchase in any browser engine, step by step, by the accessible names on the screen. */
import { carQuestions, driversQuestions } from '../customer.ts'
import type { Engine, Viewport } from './engine.ts'
import type { Screen, Target } from './screen.ts'
import { expect, ownEmail, withScreen } from './test.ts'

const button = (name: string, within?: Target): Target => ({ role: 'button', name, within })
const radio = (legend: string, name: string, within?: Target): Target => ({
  role: 'radio',
  name,
  within: { role: 'group', name: legend, within },
})
const textbox = (name: string, within?: Target): Target => ({ role: 'textbox', name, within })
export const dialog = (name: string): Target => ({ role: 'dialog', name })
export const heading = (name: string): Target => ({ role: 'heading', name })

export async function startQuote(screen: Screen, origin: string): Promise<void> {
  await screen.page.goto(`${origin}/vehicle`)
  await screen.click({ role: 'link', name: 'Start a new quote' })
  await screen.click(button('I understand', dialog('Important information')))
}

export async function fillCar(screen: Screen): Promise<void> {
  await screen.fill(textbox('Number plate…'), 'JHU968')
  await screen.choose(radio('Transmission…', 'Automatic'))
  await screen.choose({ role: 'radio', name: '…', within: { role: 'group', name: 'Model…' } })
  for (const question of [...carQuestions, 'Is the car financed?'])
    await screen.choose(radio(`${question}…`, 'No'))
  await screen.fill({ role: 'combobox', name: 'Overnight address…' }, '88 Remuera')
  await screen.click({ role: 'option', name: '88 Remuera Road…' })
  await screen.fill(textbox('Car value…'), '13700')
  await screen.click(button('Next'))
  await screen.at('/vehicle/step2')
}

export async function fillDriver(screen: Screen): Promise<void> {
  const main: Target = { role: 'region', name: 'Main driver' }
  for (const question of driversQuestions) await screen.choose(radio(`${question}…`, 'No'))
  await screen.fill(textbox('First name', main), 'Maia')
  await screen.fill(textbox('Last name', main), 'Brown')
  await screen.fill(textbox('Date of birth…', main), '12041988')
  await screen.select({ role: 'combobox', name: 'Number of incidents' }, '0')
  await screen.click(button('Next'))
  await screen.at('/vehicle/step3')
}

async function agreeToQuote(screen: Screen): Promise<void> {
  await screen.see({ role: 'status', name: 'Premium' })
  const declaration = dialog('Disclosure and declaration')
  await screen.click(button('Next'))
  await screen.choose({ role: 'checkbox', name: 'I agree…', within: declaration })
  await screen.click(button('Next', declaration))
  await screen.at('/vehicle/step4')
}

async function fillPolicyholder(screen: Screen, email: string): Promise<void> {
  await screen.choose({ role: 'switch', name: 'Use main driver details…' })
  const first: Target = { role: 'region', name: 'Policyholder 1' }
  await screen.choose(radio('Title', 'Ms', first))
  await screen.fill(textbox('Email…', first), email)
  await screen.fill(textbox('Mobile…', first), '1234567')
  await screen.choose({ role: 'switch', name: 'Use vehicle address…' })
}

export async function payByBank(screen: Screen): Promise<void> {
  await screen.choose(radio('Payment method…', 'Direct Debit - Bank Transfer…'))
  await screen.click(button('Next'))
  await screen.at('/vehicle/step5')
  await screen.fill(textbox('Bank account name…'), 'M Brown')
  await screen.fill(textbox('Bank account number…'), '123140017132350')
  await screen.fill(textbox('Name of authoriser…'), 'Maia Brown')
  await screen.choose({ role: 'checkbox', name: 'I am authorised to operate this account…' })
  await screen.click(button('Next'))
  const terms = dialog('Direct debit terms')
  await screen.choose({ role: 'checkbox', name: 'I agree to the direct debit terms…', within: terms })
  await screen.click(button('Next', terms))
}

export async function payByCard(screen: Screen): Promise<void> {
  await screen.choose(radio('Payment method…', 'Direct Debit - Credit Card…'))
  await screen.click(button('Next'))
  await screen.fill(textbox('Card number…'), '4111111111111111')
  await screen.fill(textbox('Name on card…'), 'Maia Brown')
  await screen.fill(textbox('Expiry date…'), '07/39')
  await screen.fill(textbox('Security code…'), '123')
  await screen.click(button('Pay $…'))
}

/** @returns the policy number on the success page */
async function boughtPolicy(screen: Screen): Promise<string> {
  await screen.see(heading('Payment successful'))
  return screen.page.evaluate(() => /OR\d{9}/.exec(document.body.textContent)?.[0] ?? '')
}

/** A whole purchase, from the first page to the policy's number. */
export async function buyBy(
  pay: (screen: Screen) => Promise<void>,
  engine: Engine,
  viewport: Viewport,
  origin: string,
): Promise<void> {
  await withScreen(engine, viewport, async screen => {
    await startQuote(screen, origin)
    await fillCar(screen)
    await fillDriver(screen)
    await agreeToQuote(screen)
    await fillPolicyholder(screen, ownEmail())
    await pay(screen)
    expect(await boughtPolicy(screen)).toMatch(/^OR\d{9}$/)
  })
}
