import * as v from 'valibot';

const faultSchema = v.object({
  message: v.string(),
  code: v.optional(v.string()),
  /** What the server has sent. */
  response: v.optional(v.string()),
  responseCode: v.optional(v.number()),
  /** The command that has failed, such as `RCPT TO`. */
  command: v.optional(v.string()),
});

/** The connection and its encryption, before anything of a mail is sent. */
const ofConnection = ['CONN', 'STARTTLS'];

/**
 * A mail was not sent. Of nodemailer's error it has only what names no recipient: its message, its other members and the server's text
 * can repeat the address.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: string | undefined;
  readonly responseCode: number | undefined;
  readonly command: string | undefined;

  constructor(error: unknown) {
    const { message, code, response, responseCode, command } = v.parse(faultSchema, error);
    const isOfConnection = ofConnection.includes(command ?? '') && response === undefined;
    super(isOfConnection ? message : 'the mail was not sent');
    this.code = code;
    this.responseCode = responseCode;
    this.command = command;
  }
}
