/** Validation messages of step 2. */
import type { DriverCode } from '#journey/questions/driver-errors.ts'
import { dateOfBirthMessages } from './date-of-birth.ts'
import type { Messages } from './messages.ts'
import { nameMessages } from './name.ts'

export const driverMessages: Messages<DriverCode> = {
  ...dateOfBirthMessages,
  ...nameMessages,
  CRIMINAL_RECORD_REQUIRED: 'Please select ‘Yes’ or ‘No’',
  DRIVER_FIRST_NAME_REQUIRED: 'Please enter first name',
  DRIVER_LAST_NAME_REQUIRED: 'Please enter last name',
  INCIDENT_COUNT_REQUIRED: 'Please select number of incidents',
  INCIDENT_TYPE_REQUIRED: 'Please select type of issue',
  INCIDENT_MONTH_REQUIRED: 'Please select month',
  INCIDENT_YEAR_REQUIRED: 'Please select year',
  INCIDENT_IN_FUTURE: 'Future month cannot be selected',
  INCIDENTS_DECLINED: 'Sorry, we’re unable to offer you car insurance based on this information.',
}
