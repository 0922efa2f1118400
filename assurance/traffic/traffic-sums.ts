// Runs the test of the sums of the BFF with 1,000 random imports each of calls and messages. npm test tries 10.
import { repeatTest } from './repeated-test.ts';

repeatTest('traffic-sums', 'TRAFFIC_SUM_RUNS', 1_000);
