import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { liveHost, liveRelease, readAreaBuild, readHostBuild } from '@portal/federation-cli/release-json';
import { createSigningKey, type SigningKey } from '@portal/federation-cli/signing-key';
import type { Composition, LiveArea, LiveHost, LiveRelease } from '@portal/federation-contract/composition';

/** The folders of an area's builds. */
interface ComposedArea {
  active: string;
  previous?: string | undefined;
}

export interface ComposedPortal {
  host: string;
  previousHost?: string;
  /** Its share is 99 %. */
  canaryHost?: string;
  areas: readonly ComposedArea[];
}

/** A folder from which a server serves a portal, and the key that signs its compositions. */
export class PortalFolder {
  readonly folder: string;
  readonly key: SigningKey;
  #number = 0;
  #live: Composition | undefined;

  private constructor(folder: string, key: SigningKey) {
    this.folder = folder;
    this.key = key;
  }

  static async create(dataFolder: string): Promise<PortalFolder> {
    const key = await createSigningKey(path.join(dataFolder, 'keys/composition.pem'));
    return new PortalFolder(path.join(dataFolder, 'portal'), key);
  }

  /** Copies the releases into the folder and makes them the live composition. */
  async compose({ host, previousHost, canaryHost, areas }: ComposedPortal): Promise<Composition> {
    const composition: Composition = {
      format: 1,
      number: ++this.#number,
      created: new Date().toISOString(),
      host: this.#host(host),
      ...(previousHost !== undefined && { previous_host: this.#host(previousHost) }),
      ...(canaryHost !== undefined && { canary_host: { release: this.#host(canaryHost), percent: 99 } }),
      areas: areas.map((area) => this.#area(area)),
    };
    await this.write(composition);
    return composition;
  }

  /** The live composition. */
  live(): Composition {
    if (this.#live === undefined) throw new Error('nothing has been composed yet');
    return this.#live;
  }

  /** Signs a composition without changing it and makes it live. */
  async write(composition: Composition): Promise<void> {
    this.#live = composition;
    this.#number = Math.max(this.#number, composition.number);
    this.replaceFile(`${JSON.stringify(await this.key.sign(JSON.stringify(composition)))}\n`);
  }

  /** Replaces the file of the live composition by any text. */
  replaceFile(text: string): void {
    writeFileSync(`${this.file}.new`, text);
    renameSync(`${this.file}.new`, this.file);
  }

  get file(): string {
    return path.join(this.folder, 'composition.json');
  }

  #host(folder: string): LiveHost {
    const build = readHostBuild(folder);
    return liveHost(build.release, this.#place(folder, 'host', build));
  }

  #area({ active, previous }: ComposedArea): LiveArea {
    return {
      area: readAreaBuild(active).release.area,
      active: this.#release(active),
      previous: previous === undefined ? null : this.#release(previous),
      canary: null,
    };
  }

  #release(folder: string): LiveRelease {
    const build = readAreaBuild(folder);
    return liveRelease(build.release, this.#place(folder, `remotes/${build.release.area.id}`, build));
  }

  #place(source: string, place: string, build: { release: { version: string }; manifest: string }) {
    const base = `/${place}/${build.release.version}/`;
    const target = path.join(this.folder, base);
    if (!existsSync(target)) {
      mkdirSync(path.dirname(target.replace(/\/$/, '')), { recursive: true });
      cpSync(source, target, { recursive: true });
    }
    return { base, commit: null, manifest: build.manifest };
  }
}
