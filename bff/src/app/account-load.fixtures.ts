import { HttpError } from '../errors/http-error.ts';

/** The error with which a request is refused. */
export async function refusal(request: Promise<unknown>): Promise<HttpError> {
  const error = await request.catch((thrown: unknown) => thrown);
  if (!(error instanceof HttpError)) throw new Error('not refused');
  return error;
}
