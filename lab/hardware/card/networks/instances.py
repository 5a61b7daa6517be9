"""Starts networks as processes of their own under MPS and lets a service answer beside 0 to 8 instances of another; one JSON line a run."""
import gc, json, os, random, sys, time, traceback
import multiprocessing as mp
from multiprocessing.connection import wait as wait_any

OUT, SECONDS = sys.argv[1], float(sys.argv[2])
TRIAL = os.environ.get('SERVE_TRIAL') == '1'
BEGIN = time.monotonic()
DEADLINE = BEGIN + SECONDS
PIPE = os.environ.get('SERVE_PIPE', '')  # MPS's folder, empty where it did not start
os.environ['PYTORCH_NVML_BASED_CUDA_CHECK'] = '1'  # no look at the GPU may initialise CUDA before processes are forked
os.environ.pop('CUDA_MPS_PIPE_DIRECTORY', None)
os.environ['TRANSFORMERS_VERBOSITY'] = 'error'
os.environ['HF_HUB_OFFLINE'] = '1'
now = time.monotonic
# Drawn by a seed (2711) from eight services and five jobs, none of them measured with several instances before.
PAIRS = [('llamadecode', 'r50b1'), ('unetgraph', 'unet'), ('r50b1graph', 'r50train'), ('vitgraph', 'gpt2'), ('r50b32graph', 'dlrm'),
         ('r50b1', 'r50train'), ('gpt2', 'unet'), ('bert8graph', 'gpt2'), ('unetgraph', 'r50b1'), ('r50b1graph', 'gpt2'), ('gpt2', 'r50b1'),
         ('r50b1', 'unet')]
MIXES = [('vitgraph', 'gpt2', 'unet'), ('bert8graph', 'r50b1', 'dlrm')]
MOST = {'r50train': 4}  # 5 GB each
LIMIT = 8
LOG = open(os.path.join(OUT, 'log'), 'a', buffering=1)
ROWS = open(os.path.join(OUT, 'rows.jsonl'), 'a', buffering=1)


def say(*words):
    print(f'{now() - BEGIN:7.2f}', *words, file=LOG)


def row(**fields):
    ROWS.write(json.dumps(fields, separators=(',', ':')) + '\n')


# --- the processes -------------------------------------------------------------------------------------------------

def worker(pipe, name, mps):
    try:
        if mps:
            os.environ['CUDA_MPS_PIPE_DIRECTORY'] = mps
        if name == 'spin':
            return spin(pipe)
        import torch
        import nets
        nets.SMALL = TRIAL
        torch.set_num_threads(1)
        dev = torch.device('cpu' if TRIAL else 'cuda')
        query = nets.build(name, dev)
        for _ in range(4):
            query()
        if not TRIAL:
            torch.cuda.empty_cache()
        for _ in range(8):
            query()
        gc.collect()
        gc.freeze()
        sms = 132 if TRIAL else torch.cuda.get_device_properties(0).multi_processor_count
        memory = 0 if TRIAL else torch.cuda.memory_reserved() >> 20
        pipe.send({'ready': True, 'sms': sms, 'reservedMB': memory})
        while True:
            command = pipe.recv()
            what = command['do']
            if what == 'end':
                break
            try:
                if what == 'run':
                    pipe.send(serve(query, command))
            except Exception:
                pipe.send({'error': traceback.format_exc()[-800:]})
    except Exception:
        try:
            pipe.send({'error': traceback.format_exc()[-800:]})
        except Exception:
            pass


def until(t):
    left = t - now()
    if left > 0.0008:
        time.sleep(left - 0.0006)
    while now() < t:
        pass


def spin(pipe):
    """A process that keeps a core busy and no GPU."""
    pipe.send({'ready': True, 'sms': 0, 'reservedMB': 0})
    while True:
        command = pipe.recv()
        if command['do'] == 'end':
            return
        rounds = 0
        while now() < command['end']:
            rounds += sum(range(1000)) > 0
        pipe.send({'spans': [(0, 0, 1000)] * 2})


def serve(query, command):
    """Queries back to back, with a pause before each, or as they arrive; of each when it came, began and ended, µs from the start."""
    start, end = command['start'], command['end']
    spans = []
    arrivals, pauses = command.get('arrivals'), command.get('pauses')
    if arrivals is not None:
        for offset in arrivals:
            until(start + offset)
            begun = now()
            query()
            done = now()
            spans.append((start + offset, begun, done))
            if done > end + 1.0:
                break
    elif pauses is not None:
        until(start)
        for pause in pauses:
            t = now() + pause
            if t >= end:
                break
            until(t)
            t = now()
            query()
            spans.append((t, t, now()))
    else:
        until(start)
        t = now()
        while t < end:
            query()
            done = now()
            spans.append((t, t, done))
            t = done
    return {'spans': [tuple(round((each - start) * 1e6) for each in span) for span in spans]}


class Crew:
    """Workers by key (set, name, instance); those that are not up in time are not used until they are."""

    def __init__(self, how):
        self.how, self.workers, self.up = how, {}, {}

    def start(self, key, name, mps):
        here, there = self.how.Pipe()
        process = self.how.Process(target=worker, args=(there, name, mps), daemon=True)
        process.start()
        there.close()
        self.workers[key] = (process, here)

    def poll(self):
        for key, (_, pipe) in list(self.workers.items()):
            if key in self.up:
                continue
            try:
                while pipe.poll():
                    answer = pipe.recv()
                    if answer.get('ready'):
                        self.up[key] = answer
                        row(kind='up', key=key, sms=answer['sms'], reservedMB=answer['reservedMB'], after=round(now() - BEGIN, 2))
                    elif answer.get('error'):
                        say('not up', key, answer['error'])
                        del self.workers[key]
            except (EOFError, OSError):
                say('gone', key)
                self.workers.pop(key, None)

    def ask(self, asked, patience):
        """Commands by key; answers by key, a worker that does not answer in time is given up."""
        for key, command in asked.items():
            try:
                self.workers[key][1].send(command)
            except (OSError, KeyError):
                say('cannot ask', key)
                self.drop(key)
        last, answers = now() + patience, {}
        while len(answers) < len(asked) and now() < last:
            open_pipes = {self.workers[k][1]: k for k in asked if k not in answers and k in self.workers}
            if not open_pipes:
                break
            for pipe in wait_any(list(open_pipes), timeout=max(0.0, last - now())):
                key = open_pipes[pipe]
                try:
                    answers[key] = pipe.recv()
                except (EOFError, OSError):
                    self.drop(key)
        for key in asked:
            if key not in answers:
                say('no answer', key)
                self.drop(key)
            elif 'error' in answers[key]:
                say('failed', key, answers[key]['error'])
        return answers

    def drop(self, key):
        self.up.pop(key, None)
        self.workers.pop(key, None)

    def has(self, *keys):
        return all(key in self.up for key in keys)


# --- what is measured ----------------------------------------------------------------------------------------------

ALONE = {}  # mean µs of a query alone, by name


def quantile(sorted_values, q):
    return sorted_values[min(len(sorted_values) - 1, int(q * len(sorted_values)))] if sorted_values else None


def left():
    return DEADLINE - now()


def run(*asked, **named):
    try:
        return measured(*asked, **named)
    except Exception:
        say('run failed', asked[1:3], traceback.format_exc()[-600:])
        return None


def measured(crew, kind, keys, seconds, arrivals=None, pauses=None):
    """All keys at once for some seconds; of the first the queries that began when everybody ran, of the others those that ended, too."""
    crew.poll()
    if not crew.has(*keys) or now() + seconds + 1.5 > DEADLINE:
        return None
    start = now() + 0.012
    tail = 0.03 if arrivals is None else 0.4
    asked = {key: {'do': 'run', 'start': start, 'end': start + seconds + (tail if i else 0)} for i, key in enumerate(keys)}
    if arrivals is not None:
        asked[keys[0]]['arrivals'] = arrivals
    if pauses is not None:
        asked[keys[0]]['pauses'] = pauses
    answers = crew.ask(asked, seconds + 6)
    apps, skip = [], min(0.06, seconds * 0.12) * 1e6
    for i, key in enumerate(keys):
        spans = answers.get(key, {}).get('spans')
        if not spans:
            return None
        inside = [s for s in spans if s[0] >= skip and (i == 0 or s[2] <= (seconds + tail) * 1e6)] or spans
        times = sorted(done - begun for _, begun, done in inside)
        app = {'key': key, 'queries': len(times), 'mean': round(sum(times) / len(times), 1), 'p50': quantile(times, 0.5),
               'p95': quantile(times, 0.95), 'p99': quantile(times, 0.99),
               'perSecond': round(len(inside) / max(1e-6, (inside[-1][2] - inside[0][0]) / 1e6), 2)}
        if i == 0:
            app['us'] = [done - begun for _, begun, done in inside][:700]
            if arrivals is not None:
                app['fromArrival'] = [done - came for came, _, done in inside][:700]
        apps.append(app)
    extra = {} if arrivals is None else {'arrivals': len(arrivals)}
    row(kind=kind, at=round(now() - BEGIN, 2), seconds=round(seconds, 3), instances=len(keys) - 1, apps=apps, **extra)
    return apps


def alone(crew, name, kind):
    apps = run(crew, kind, [('mps', name, 0)], 0.6 if name == 'r50train' else 0.4)
    if apps:
        ALONE[name] = min(apps[0]['mean'], ALONE.get(name, 1e12))


def others(service, job, count):
    """Keys of instances of a job: not the process that is the service."""
    first = 1 if service == job else 0
    return [('mps', job, i) for i in range(first, first + count)]


def pauses_of(us, seconds, rng):
    """Pauses of which each is as long in the mean as a query alone, so that queries come at any time of the others' rounds."""
    mean = us / 1e6
    return [rng.expovariate(1 / mean) for _ in range(int(seconds / mean) + 50)]


def poisson(us, load, seconds, rng):
    times, t = [], rng.expovariate(load / (us / 1e6))
    while t < seconds:
        times.append(t)
        t += rng.expovariate(load / (us / 1e6))
    return times


def seconds_for(us, slowdown, base, most):
    """Seconds for a hundred queries with their pauses."""
    return 0.5 if TRIAL else min(most, max(base, 100 * us * (1 + slowdown) / 1e6))


def apart(crew, service, keys, slowdown, rng, kind='apart'):
    us = ALONE.get(service)
    if us is None:
        return None
    seconds = seconds_for(us, slowdown, 0.5, 1.0)
    return run(crew, kind, [('mps', service, 0)] + keys, seconds, pauses=pauses_of(us, seconds, rng))


def main():
    import torch
    import torchvision  # noqa: F401 - imported once, before processes are forked
    from transformers import BertModel, GPT2LMHeadModel, DynamicCache  # noqa: F401
    say('imported', torch.__version__, getattr(torchvision, '__version__', ''))
    crew = Crew(mp.get_context('fork'))
    services = list(dict.fromkeys(s for s, _ in PAIRS))
    jobs = list(dict.fromkeys([j for _, j in PAIRS] + [j for _, *js in MIXES for j in js]))
    for name in services:
        crew.start(('mps', name, 0), name, PIPE)
    for i in range(LIMIT):
        for name in jobs:
            if i < MOST.get(name, LIMIT) and ('mps', name, i) not in crew.workers:
                crew.start(('mps', name, i), name, PIPE)
    last = now() + 45
    while now() < last and len(crew.up) < len(crew.workers):
        crew.poll()
        time.sleep(0.1)
    for i in range(LIMIT):
        crew.start(('mps', 'spin', i), 'spin', '')
    time.sleep(0.3)
    crew.poll()
    say('up', len(crew.up), 'of', len(crew.workers))
    row(kind='start', torch=torch.__version__, mps=bool(PIPE), up=len(crew.up), started=len(crew.workers), after=round(now() - BEGIN, 2),
        cores=os.cpu_count())
    measure(crew, services, jobs)
    for key in list(crew.up):
        try:
            crew.workers[key][1].send({'do': 'end'})
        except OSError:
            pass
    ended = now() + 5
    for process, _ in crew.workers.values():
        process.join(max(0.05, ended - now()))
    say('end')


def measure(crew, services, jobs):
    rng = random.Random(25)
    names = list(dict.fromkeys(services + jobs))
    for name in names:
        alone(crew, name, 'alone')
    slowdowns = curves(crew, rng)
    for name in names:
        alone(crew, name, 'alone-again')
    mixes(crew, rng)
    loads(crew, slowdowns, 0.3, (0, 1, 2, 4), rng)
    for s in services:
        for spinning in (4, 8):
            apart(crew, s, [('mps', 'spin', i) for i in range(spinning)], 1, rng, kind='spin')
    loads(crew, slowdowns, 0.6, (0, 1, 2), rng)
    loads(crew, slowdowns, 0.3, (3, 6, 8), rng)
    again = list(PAIRS)
    rng.shuffle(again)
    for service, job in again:
        apart(crew, service, others(service, job, 2), 2, rng, kind='apart-again')


def curves(crew, rng):
    """Each service beside 0, 1, 2, … instances, queries apart and back to back, pairs in turn; a curve ends far beyond any target."""
    slowdowns, over = {}, set()
    for count in range(LIMIT + 1):
        pairs = [p for p in PAIRS if p not in over and count <= MOST.get(p[1], LIMIT)]
        rng.shuffle(pairs)
        for service, job in pairs:
            keys = others(service, job, count)
            before = slowdowns.get((service, job, count - 1), 1)
            apps = apart(crew, service, keys, before, rng)
            if apps and count in (0, 1, 2, 4, 8):
                run(crew, 'back-to-back', [('mps', service, 0)] + keys, seconds_for(ALONE[service], 0, 0.35, 0.6))
            if not apps:
                continue
            slowdowns[service, job, count] = apps[0]['mean'] / ALONE[service]
            if apps[0]['p95'] > 6 * ALONE[service]:
                over.add((service, job))
    return slowdowns


def mixes(crew, rng):
    for count in (1, 2, 3):
        for service, one, two in MIXES:
            apart(crew, service, others(service, one, count) + others(service, two, count), 2, rng, kind='mix')


def loads(crew, slowdowns, load, counts, rng):
    """Queries that arrive at random at a share of the rate that the service alone could answer, where it can keep up."""
    asked = [(s, j, count) for s, j in PAIRS for count in counts if slowdowns.get((s, j, count), 99) * load < 0.95]
    asked += [(s, '', 0) for s in dict.fromkeys(s for s, _ in PAIRS)] if 0 in counts else []
    asked = [(s, j, c) for s, j, c in asked if (c == 0) == (j == '')]
    rng.shuffle(asked)
    for service, job, count in asked:
        if left() < 4:
            return
        us = ALONE[service]
        seconds = 0.5 if TRIAL else min(1.1, max(0.6, 100 * us / 1e6 / load))
        run(crew, f'load{round(load * 100)}', [('mps', service, 0)] + others(service, job, count), seconds,
            arrivals=poisson(us, load, seconds, rng))


if __name__ == '__main__':
    try:
        if TRIAL and os.environ.get('SERVE_STUB'):
            import importlib
            importlib.import_module(os.environ['SERVE_STUB'])
        main()
    except Exception:
        say(traceback.format_exc())
        raise
