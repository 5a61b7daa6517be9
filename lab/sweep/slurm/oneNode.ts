import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SharedResource } from '../../../src/sharing/queue/slurmScript';

/** Programs of Debian's slurm-wlm and munge. */
const NEEDED = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scancel', 'sinfo'];
const PACKAGES = ['slurm-wlm', 'munge'];
/** Looks at what is being started, a second between two. */
const MOST_LOOKS = 60;

function missing(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return NEEDED.filter((name) => !folders.some((folder) => fs.existsSync(path.join(folder, name))));
}

/** Why there is no Slurm here; null where there is one, which is installed where that may be and can be. */
export function missingSlurm(mayInstall: boolean): string | null {
  process.env['PATH'] = [process.env['PATH'], '/usr/sbin'].join(path.delimiter);
  if (mayInstall && missing().length > 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { stdio: 'ignore' });
  const names = missing();
  if (names.length === 0) return null;
  const way = mayInstall ? 'could not be installed by apt-get' : 'with --install, apt-get is asked for it';
  return `no ${names.join(', ')} (Debian's ${PACKAGES.join(' and ')}; ${way})`;
}

/** GPUs that are files, in parts that jobs ask for, and as many processors as jobs may run at a time. */
export interface PretendedGpus {
  readonly count: number;
  readonly resource: SharedResource;
  /** Of each GPU. */
  readonly parts: number;
  readonly processors: number;
  /** Features of the node. */
  readonly features: readonly string[];
}

/** A Slurm of this machine alone, with keys, sockets and ports of its own, until it is closed. */
export class OneNode {
  private readonly children: ChildProcess[] = [];

  /**
   * @param folder of its files; emptied and removed by whoever made it
   * @param gpus that the node pretends to have
   */
  private constructor(
    private readonly folder: string,
    private readonly gpus: PretendedGpus | null,
  ) {}

  /** @throws Error with what it has logged where it does not come up */
  static async start(folder: string, gpus: PretendedGpus | null = null): Promise<OneNode> {
    const node = new OneNode(folder, gpus);
    try {
      await node.startMunge();
      await node.startSlurm();
      return node;
    } catch (error) {
      await node.close();
      throw error;
    }
  }

  /** Ends its programs, the last one first. */
  async close(): Promise<void> {
    for (const child of this.children.reverse()) {
      if (child.exitCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    }
  }

  private async startMunge(): Promise<void> {
    // Its socket must be within everybody's reach.
    fs.chmodSync(this.folder, 0o711);
    fs.writeFileSync(this.at('munge.key'), randomBytes(1024), { mode: 0o600 });
    const files = ['key-file=munge.key', 'socket=munge.socket', 'pid-file=munge.pid'];
    const options = [...files, 'seed-file=munge.seed'].map((option) => {
      const [name, file] = option.split('=');
      return `--${name!}=${this.at(file!)}`;
    });
    this.run('munged', ['--foreground', ...options]);
    await this.until('munge', () => fs.existsSync(this.at('munge.socket')));
  }

  private async startSlurm(): Promise<void> {
    const file = this.at('slurm.conf');
    fs.writeFileSync(file, this.configuration());
    process.env['SLURM_CONF'] = file;
    this.pretendGpus();
    fs.mkdirSync(this.at('state'));
    fs.mkdirSync(this.at('spool'));
    this.run('slurmctld', ['-D', '-f', file]);
    this.run('slurmd', ['-D', '-f', file, '-N', 'node']);
    await this.until('slurm', () => {
      const { stdout } = spawnSync('sinfo', ['--noheader', '--format=%T'], { encoding: 'utf8' });
      return stdout.trim() === 'idle';
    });
  }

  private configuration(): string {
    const { username } = os.userInfo();
    const host = os.hostname();
    return `ClusterName=lab
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=${username}
SlurmdUser=${username}
AuthType=auth/munge
AuthInfo=socket=${this.at('munge.socket')}
CredType=cred/munge
StateSaveLocation=${this.at('state')}
SlurmdSpoolDir=${this.at('spool')}
SlurmctldPidFile=${this.at('slurmctld.pid')}
SlurmdPidFile=${this.at('slurmd.pid')}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
${this.sharing()}NodeName=node NodeHostname=${host} NodeAddr=127.0.0.1 CPUs=${this.gpus?.processors ?? os.cpus().length} ${this.resources()}State=UNKNOWN
PartitionName=lab Nodes=node Default=YES MaxTime=INFINITE State=UP
`;
  }

  /** How GPUs are shared, and that the node is believed to have what it says. */
  private sharing(): string {
    if (this.gpus === null) return '';
    return `GresTypes=gpu,${this.gpus.resource}\nSlurmdParameters=config_overrides\n`;
  }

  /** What the node says of its GPUs. */
  private resources(): string {
    if (this.gpus === null) return '';
    const { count, resource, parts, features } = this.gpus;
    const feature = features.length > 0 ? `Feature=${features.join()} ` : '';
    return `Gres=gpu:${count},${resource}:${count * parts} ${feature}`;
  }

  private pretendGpus(): void {
    if (this.gpus === null) return;
    const files = Array.from({ length: this.gpus.count }, (_, gpu) => this.at(`gpu${gpu}`));
    for (const file of files) fs.writeFileSync(file, '');
    const lines = files.map((file) => `Name=gpu File=${file}`);
    fs.writeFileSync(
      this.at('gres.conf'),
      [...lines, `Name=${this.gpus.resource} Count=${this.gpus.count * this.gpus.parts}`, ''].join('\n'),
    );
  }

  private run(command: string, args: readonly string[]): void {
    const log = fs.openSync(this.at(`${command}.log`), 'a');
    this.children.push(spawn(command, args, { stdio: ['ignore', log, log] }));
    fs.closeSync(log);
  }

  private async until(name: string, isUp: () => boolean): Promise<void> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      if (isUp()) return;
      await setTimeout(1000);
    }
    const logs = fs.readdirSync(this.folder).filter((file) => file.endsWith('.log'));
    const said = logs.map((file) => `${file}:\n${fs.readFileSync(this.at(file), 'utf8')}`);
    throw new Error(`${name} does not come up\n${said.join('\n')}`);
  }

  private at(name: string): string {
    return path.join(this.folder, name);
  }
}
