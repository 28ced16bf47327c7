/** Header and footer, and what is said where no script runs: in the HTML alone, for no script draws them. */
export const siteWords = {
  noScript: 'Getting a quote here needs JavaScript. Turn it on, or call us and we will do it together:',
  skip: 'Skip to the main content',
  help: 'Need a hand?',
  call: 'Call',
  email: 'Email',
  hours: 'Hours',
  privacy: 'Privacy',
  terms: 'Terms of use',
  clearAnswers: 'Clear my answers',
  sandbox: 'This site runs with stand-in partners: nothing you buy here is real cover, and no money moves.',
  cookies: 'Cookies',
  cookieIntro:
    'We use a handful of cookies, all of them needed to quote and buy. None of them follows you around.',
  cookieList: [
    {
      name: 'sid',
      purpose: 'Ties your visit to your own quote',
      life: 'until you are done, 8 hours at most',
    },
    { name: 'jwt-token', purpose: 'Opens your quote and nobody else’s', life: '30 minutes' },
    { name: 'quote-id', purpose: 'Remembers your quote number', life: '10 minutes' },
    { name: 'AUTHENTICATED_V2', purpose: 'Remembers that you passed the security check', life: '30 minutes' },
  ],
} as const
