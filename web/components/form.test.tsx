/** Tests the lines of the error summary. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ErrorSummary } from './form.tsx'

const lines = (label: string): string[] =>
  renderToStaticMarkup(
    <ErrorSummary
      isTried
      problems={[{ field: 'car.isFinanced', code: 'YES_NO_REQUIRED', text: "Please select 'Yes' or 'No'" }]}
      labels={new Map([['car.isFinanced', label]])}
    />,
  )
    .match(/<a [^>]*>(.*?)<\/a>/gs)
    ?.map(link => link.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")) ?? []

it('[SHELL-13] puts a colon between a field and its message, but not after a question mark', () => {
  expect(lines('Title')).toEqual(["Title: Please select 'Yes' or 'No'"])
  expect(lines('Is the car financed?')).toEqual(["Is the car financed? Please select 'Yes' or 'No'"])
})

it('[SHELL-13] an error that a call finds before Next is announced without shifting the page', () => {
  const heard = renderToStaticMarkup(
    <ErrorSummary
      isTried={false}
      problems={[{ field: 'car.plate', code: 'PLATE_INVALID', text: 'Please enter a valid plate number' }]}
      labels={new Map([['car.plate', 'Number plate']])}
    />,
  )
  expect(heard).toBe('<p class="hear" role="alert">Number plate: Please enter a valid plate number</p>')
})
