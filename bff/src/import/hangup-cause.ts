import type { CallResult } from '@portal/contract/cdr';

/** FreeSWITCH's names of the causes of ITU-T Q.850, and its own causes, which have numbers that Q.850 does not use. */
const names =
  'UNALLOCATED_NUMBER 1 NO_ROUTE_TRANSIT_NET 2 NO_ROUTE_DESTINATION 3 CHANNEL_UNACCEPTABLE 6 CALL_AWARDED_DELIVERED 7 ' +
  'NORMAL_CLEARING 16 USER_BUSY 17 NO_USER_RESPONSE 18 NO_ANSWER 19 SUBSCRIBER_ABSENT 20 CALL_REJECTED 21 NUMBER_CHANGED 22 ' +
  'REDIRECTION_TO_NEW_DESTINATION 23 EXCHANGE_ROUTING_ERROR 25 DESTINATION_OUT_OF_ORDER 27 INVALID_NUMBER_FORMAT 28 ' +
  'FACILITY_REJECTED 29 RESPONSE_TO_STATUS_ENQUIRY 30 NORMAL_UNSPECIFIED 31 NORMAL_CIRCUIT_CONGESTION 34 ' +
  'NETWORK_OUT_OF_ORDER 38 NORMAL_TEMPORARY_FAILURE 41 SWITCH_CONGESTION 42 ACCESS_INFO_DISCARDED 43 ' +
  'REQUESTED_CHAN_UNAVAIL 44 PRE_EMPTED 45 FACILITY_NOT_SUBSCRIBED 50 OUTGOING_CALL_BARRED 52 INCOMING_CALL_BARRED 54 ' +
  'BEARERCAPABILITY_NOTAUTH 57 BEARERCAPABILITY_NOTAVAIL 58 SERVICE_UNAVAILABLE 63 BEARERCAPABILITY_NOTIMPL 65 ' +
  'CHAN_NOT_IMPLEMENTED 66 FACILITY_NOT_IMPLEMENTED 69 SERVICE_NOT_IMPLEMENTED 79 INVALID_CALL_REFERENCE 81 ' +
  'INCOMPATIBLE_DESTINATION 88 INVALID_MSG_UNSPECIFIED 95 MANDATORY_IE_MISSING 96 MESSAGE_TYPE_NONEXIST 97 WRONG_MESSAGE 98 ' +
  'IE_NONEXIST 99 INVALID_IE_CONTENTS 100 WRONG_CALL_STATE 101 RECOVERY_ON_TIMER_EXPIRE 102 MANDATORY_IE_LENGTH_ERROR 103 ' +
  'PROTOCOL_ERROR 111 INTERWORKING 127 SUCCESS 142 ORIGINATOR_CANCEL 487 CRASH 700 SYSTEM_SHUTDOWN 701 LOSE_RACE 702 ' +
  'MANAGER_REQUEST 703 BLIND_TRANSFER 800 ATTENDED_TRANSFER 801 ALLOTTED_TIMEOUT 802 USER_CHALLENGE 803 MEDIA_TIMEOUT 804 ' +
  'PICKED_OFF 805 USER_NOT_REGISTERED 806 PROGRESS_TIMEOUT 807 INVALID_GATEWAY 808 GATEWAY_DOWN 809 INVALID_URL 810 ' +
  'INVALID_PROFILE 811 NO_PICKUP 812 SRTP_READ_ERROR 813 BOWOUT 814 BUSY_EVERYWHERE 815 DECLINE 816 ' +
  'DOES_NOT_EXIST_ANYWHERE 817 NOT_ACCEPTABLE 818 UNWANTED 819';

const codes = new Map(
  [...names.matchAll(/\b(\w+) (\d+)/g)].map(([, name = '', code]) => [name, Number(code)]),
);

/** Results of calls that were not answered; every other cause is a failure. */
const results: readonly (readonly [CallResult, readonly number[]])[] = [
  ['busy', [17, 815]],
  ['no_answer', [18, 19, 20, 802, 806, 807, 812]],
  ['canceled', [16, 487, 702, 805]],
  ['rejected', [21, 52, 54, 816, 819]],
  ['invalid_number', [1, 2, 3, 22, 28, 817]],
  ['congestion', [34, 38, 41, 42, 47, 102, 809]],
];

/** Returns the number of a cause that FreeSWITCH names; undefined if it has no such name. */
export function causeCode(name: string): number | undefined {
  return codes.get(name.toUpperCase());
}

/** Returns a number if Q.850 has it. */
export function q850(code: number): number | null {
  return code >= 1 && code <= 127 ? code : null;
}

/** Returns the result of a call that was not answered. */
export function resultOfCause(code: number): CallResult {
  return results.find(([, causes]) => causes.includes(code))?.[0] ?? 'failed';
}

const sipResults: readonly (readonly [CallResult, readonly number[]])[] = [
  ['answered', [200]],
  ['busy', [486, 600]],
  ['no_answer', [408, 480]],
  ['canceled', [487]],
  ['rejected', [403, 603, 607, 608]],
  ['invalid_number', [404, 410, 484, 604]],
  ['congestion', [503, 504]],
  ['blocked_balance', [402]],
];

/** Returns the result that a final SIP status says. */
export function resultOfSip(code: number): CallResult {
  return sipResults.find(([, statuses]) => statuses.includes(code))?.[0] ?? 'failed';
}
