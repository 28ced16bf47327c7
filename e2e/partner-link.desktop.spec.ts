/** Browser tests of a partner's link with customer details, which are prefilled and can be changed. */
import { agreeToQuote, carDone, choose, driverDone, fillCar, payBy } from './customer.ts'
import { partnerLink } from './open-step.ts'
import { expect, test } from './product.ts'

const person = {
  firstName: 'Aroha',
  lastName: 'Ngātai',
  email: 'aroha@example.nz',
  mobilePhone: '+64 27 123 4567',
}
const filledIn = 'We filled in what came with your link. Please check it, and change what is not right.'

test('[EDGE-04] [ENTRY-05] [BUS-02] a partner’s link prefills steps 2 and 4, and the customer can change the details', async ({
  page,
  product,
}) => {
  const link = await partnerLink(
    product,
    { registrationNumber: 'JHU968', source: 'a dealer', ...person },
    'dealer-1',
  )
  await page.goto(link)
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await fillCar(page)
  await carDone(page)

  const driver = page.getByRole('region', { name: 'Main driver' })
  const firstName = driver.getByRole('textbox', { name: 'First name' })
  const lastName = driver.getByRole('textbox', { name: 'Last name' })
  await expect(driver.getByText(filledIn)).toBeVisible()
  await expect(firstName).toHaveValue('Aroha')
  await expect(lastName).toHaveValue('Ngātai')
  await firstName.fill('Hēmi')
  // Typed text stays after a reload, and when the link is opened again.
  await page.reload()
  await expect(firstName).toHaveValue('Hēmi')
  await page.goto(link)
  await expect(page).toHaveURL(/step1$/)
  await carDone(page)
  await expect(firstName).toHaveValue('Hēmi')
  await expect(lastName).toHaveValue('Ngātai')
  await lastName.fill('Tūhoe')
  await expect(driver.getByText(filledIn)).toHaveCount(0)

  await choose(page, /Criminal record/, 'No')
  await driver.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await driver.getByRole('combobox', { name: 'Number of incidents' }).selectOption('0')
  await driverDone(page)
  await agreeToQuote(page)

  // The driver is another person than the policyholder.
  const policyholder = page.getByRole('region', { name: 'Policyholder 1' })
  const email = policyholder.getByRole('textbox', { name: 'Email' })
  await expect(policyholder.getByText(filledIn)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Use main driver details' })).not.toBeChecked()
  await expect(policyholder.getByRole('textbox', { name: 'First Name' })).toHaveValue('Aroha')
  await expect(policyholder.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Ngātai')
  await expect(email).toHaveValue('aroha@example.nz')
  await expect(policyholder.getByRole('combobox', { name: 'Mobile code' })).toHaveValue('027')
  await expect(policyholder.getByRole('textbox', { name: 'Mobile' })).toHaveValue('1234567')
  await email.fill('aroha.ngatai@example.nz')
  await page.reload()
  await expect(email).toHaveValue('aroha.ngatai@example.nz')

  await choose(policyholder, 'Title', 'Ms')
  await policyholder.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1965')
  await page.getByRole('switch', { name: 'Use vehicle address' }).check()
  const saved = page.waitForRequest('**/quote/create')
  await payBy(page, 'Direct Debit - Bank Transfer')
  expect((await saved).postDataJSON().policyHolderDetails).toEqual([
    {
      title: 'Ms',
      firstName: 'Aroha',
      lastName: 'Ngātai',
      dateOfBirth: '1965-04-12',
      email: 'aroha.ngatai@example.nz',
      mobile: '0271234567',
    },
  ])
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
})

test('[BUS-02] [CAR-02] a partner’s link without a quote registers the customer and another car for the partner', async ({
  page,
  product,
}) => {
  const registered = () => page.waitForRequest('**/edge/vero/prospect/registration')
  await page.goto(`${product.origin}/vehicle?partnerId=dealer-1`)
  await page.getByRole('button', { name: 'I understand' }).click()
  const plate = page.getByRole('textbox', { name: 'Number plate' })
  for (const typed of ['JHU968', 'AQU512']) {
    const asked = registered()
    await plate.fill(typed)
    await plate.press('Tab')
    expect((await asked).postDataJSON()).toMatchObject({ registrationNumber: typed, partnerId: 'dealer-1' })
  }
  expect(new URL(page.url()).search).toBe('')
})
