/** Texts and error messages of step 2 (driver). */
import type { DriverErrorCode } from '#journey/questions/driver.ts'
import type { DecliningIndicator, IndicatorsAbout } from '#journey/questions/yes-no-questions.ts'
import { incidentsText } from './answers-summary.ts'
import { dateOfBirthMessages, type Messages, nameMessages } from './messages.ts'

type QuestionText = Readonly<Record<'legend' | 'question' | 'hint', string>>

/** The yes/no questions before the list of drivers. */
export const driverQuestions: IndicatorsAbout<'drivers', QuestionText> = {
  criminalRecord: {
    legend: 'Criminal record',
    question:
      'Has any driver been convicted of a criminal offence, or is any driver facing a charge that has not been decided?',
    hint: 'You may leave out traffic offences that cost no one a licence, and what the Clean Slate Act conceals',
  },
}

export const driverText = {
  title: 'Who drives the car',
  purpose: 'Name everyone who drives it regularly. Ages and the last 3 years affect your price.',
  driver: (number: number) => (number === 1 ? 'Main driver' : `Driver ${number}`),
  mainDriverHint: 'Whoever drives it most',
  otherDriverHint: 'Somebody else who drives it regularly',
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint: 'For example, 27/03/1990. Must be over 18',
  incidentCount: 'Number of incidents',
  incidentCountHint: 'Claims, accidents or licence loss in the last 3 years, whoever was at fault',
  incident: (number: number) => `Incident ${number}`,
  claimCode: 'Type of issue',
  month: 'Month',
  year: 'Year',
  summary: (name: string, count: string) => `${name}, ${incidentsText(count)}`,
  fold: 'Hide details',
  edit: 'Edit',
  addDriver: 'Add driver',
  removeDriver: 'Remove driver',
  added: (number: number) => `Driver ${number} added`,
  removed: (number: number) => `Driver ${number} removed.`,
  incidentsDropped: (count: number) => `${incidentsText(String(count))} removed.`,
  fiveDrivers: 'Five drivers at most.',
  stops: {
    criminalRecord: 'we cannot insure a car driven by somebody with a criminal record',
  } satisfies Record<DecliningIndicator<'drivers'>, string>,
  sorry: 'We are unable to offer insurance for your car.',
} as const

export const driverMessages: Messages<DriverErrorCode> = {
  ...dateOfBirthMessages,
  ...nameMessages,
  YES_NO_REQUIRED: 'Please select ‘Yes’ or ‘No’',
  DRIVER_FIRST_NAME_REQUIRED: 'Please enter first name',
  DRIVER_LAST_NAME_REQUIRED: 'Please enter last name',
  INCIDENT_COUNT_REQUIRED: 'Please select number of incidents',
  INCIDENT_TYPE_REQUIRED: 'Please select type of issue',
  INCIDENT_MONTH_REQUIRED: 'Please select month',
  INCIDENT_YEAR_REQUIRED: 'Please select year',
  INCIDENT_IN_FUTURE: 'Future month cannot be selected',
  INCIDENTS_DECLINED: 'Sorry, we’re unable to offer you car insurance based on this information.',
}
