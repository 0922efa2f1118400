// node bff/src/testing/keep-database.ts <data folder>: starts the embedded server, restarts it whenever it ends, and prints its addresses.
// It stops when the program that started it ends.
import { startEmbedded } from '../database/embedded/embedded.ts';

const { url, ownerUrl, stop } = await startEmbedded({ dataDir: process.argv[2] ?? '' });
console.log(JSON.stringify({ url, ownerUrl }));
process.stdin.resume().once('end', () => void stop().finally(() => process.exit(0)));
