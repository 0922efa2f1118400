import { http } from 'msw';
import { financesArea } from './portal-document.fixtures.ts';

/** release.json of an area as a development server has it. */
export const localRelease = {
  area: financesArea,
  version: '0.2.0-local',
  shared: 'abcd1234',
  entry: 'remote-entry.js',
  unique_name: 'finances_0_2_0_local',
  pages: {},
  files: {},
  needs: {},
};

/** The answer of a development server to the request for its release. */
export function localServer(origin: string, answer: object | number) {
  return http.get(`${origin}release.json`, () =>
    typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer),
  );
}
