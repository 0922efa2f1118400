import { callExamples } from '@portal/contract/call-examples.fixtures';
import type { CallId } from '@portal/contract/calls';
import type { Answer } from './reply.ts';

// The contract's own examples, by name; what they lack for pages stands below them.
export const loginAnswer = exampleOf('login');
/** A session that is good for accepting the agreement only. */
export const limitedLoginAnswer = exampleOf('login', 1);
export const registerAnswer = exampleOf('register');
export const confirmAnswer = exampleOf('confirm');
export const acceptDpuAnswer = exampleOf('acceptDpu');
export const restorePasswordAnswer = exampleOf('restorePassword');
export const changePasswordAnswer = exampleOf('changePassword');
export const verifyAnswer = exampleOf('verifyAccess');
export const logoutAnswer = exampleOf('logout');
/** A configured account in Estonia, in English. */
export const profileAnswer: Answer<'getProfile'> = { ...exampleOf('getProfile'), language: 'en' };
export const supportAnswer = exampleOf('createTicket');
export const serviceAnswer = exampleOf('updateService');
export const balanceAnswer = exampleOf('getBalance');
export const serviceCountriesAnswer = exampleOf('listServiceCountries');
export const voicingStatsAnswer = voicingStats(exampleOf('getStats'));
export const messagesAnswer = messages(exampleOf('getStats', 1));
export const cdrsAnswer = exampleOf('listCdrs');
export const rentedNumbersAnswer = exampleOf('listRentedNumbers');
export const messagingReportAnswer = exampleOf('getMessagingReport');
export const paymentsAnswer = exampleOf('listPayments');
export const invoicePaymentAnswer = exampleOf('createInvoicePayment');
export const cryptoPaymentAnswer = exampleOf('createCryptoPayment');
export const thresholdAnswer = exampleOf('setThreshold');
export const monthlyVatInvoicesAnswer = exampleOf('listMonthlyVatInvoices');
export const monthlyVatInvoiceAnswer = exampleOf('getMonthlyVatInvoice');

/** Answers of the optional calls. */
export const securityAnswers = {
  exchangeToken: exampleOf('exchangeToken'),
  loginOtp: exampleOf('loginOtp'),
  getTwoFactor: exampleOf('getTwoFactor'),
  beginTwoFactor: exampleOf('beginTwoFactor'),
  enableTwoFactor: exampleOf('enableTwoFactor'),
  disableTwoFactor: exampleOf('disableTwoFactor'),
  renewRecoveryCodes: exampleOf('renewRecoveryCodes'),
  listSessions: exampleOf('listSessions'),
  endSession: exampleOf('endSession'),
  endOtherSessions: exampleOf('endOtherSessions'),
  revealToken: exampleOf('revealToken'),
  rotateToken: exampleOf('rotateToken'),
  promoteToken: exampleOf('promoteToken'),
  discardToken: exampleOf('discardToken'),
  /** With a cost that a test does not notice. */
  getBotCheckChallenge: exampleOf('getBotCheckChallenge'),
};

/** A voicing service with a triggered alert and a messaging service without one. */
export const servicesAnswer: Answer<'listServices'> = withMessaging(exampleOf('listServices'));

/** An example answer of the contract. */
function exampleOf<Id extends CallId>(id: Id, index = 0): Answer<Id> {
  const answer: Answer<Id> | undefined = callExamples[id].responses[index];
  if (answer === undefined) throw new Error(`The contract has no example ${index} of ${id}`);
  return answer;
}

type Stats = Answer<'getStats'>;

function voicingStats(stats: Stats): Extract<Stats, { service_type: 'voicing' }> {
  if (stats.service_type !== 'voicing') throw new Error('the first example is of a voicing service');
  return stats;
}

function messages(stats: Stats): Extract<Stats, { service_type: 'messaging' }> {
  if (stats.service_type !== 'messaging') throw new Error('the second example is of a messaging service');
  return stats;
}

function withMessaging(answer: Answer<'listServices'>): Answer<'listServices'> {
  const [voicing] = answer.services;
  if (voicing === undefined) throw new Error('the example has a service');
  const messaging = {
    ...voicing,
    service_id: 'svc_ms_41TP',
    billing_id: '100483',
    type: 'messaging',
    balance: '152.0770',
    threshold_enabled: false,
    threshold_amount: null,
    threshold_balance: null,
    threshold_state: 'off',
  };
  return { ...answer, services: [voicing, messaging], total: 2 };
}
