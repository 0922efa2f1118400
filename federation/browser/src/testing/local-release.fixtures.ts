import { http } from 'msw';
import { financesArea } from './page.fixtures.ts';

/** release.json of an area as a development server has it. */
export const localRelease = {
  area: financesArea,
  version: '0.2.0-local',
  shared: 'abcd1234',
  entry: 'remote-entry.js',
  unique_name: 'finances_0_2_0_local',
  pages: {},
  files: {},
  needs: { react: '^19.3.0' },
};

/** The response of a development server to the request for its release. */
export function localServer(origin: string, response: object | number) {
  return http.get(`${origin}release.json`, () =>
    typeof response === 'number' ? new Response(null, { status: response }) : Response.json(response),
  );
}
