"""Starts networks as processes of their own and lets them run alone, in pairs and groups, under MPS and without; one JSON line a run."""
import gc, itertools, json, os, random, sys, time, traceback
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
SERVICES = ['r50b1', 'r50b1graph', 'r50b32graph', 'vitgraph', 'bert8graph', 'gpt2', 'llamadecode', 'llamaprefill', 'unet',
            'unetgraph', 'dlrm']
JOBS = ['r50train', 'berttrain']
SHARED = ['r50b32graph', 'vitgraph', 'bert8graph', 'llamadecode', 'unetgraph']
GRAPHS = ['r50b1graph', 'r50b32graph', 'vitgraph', 'bert8graph', 'llamadecode', 'unetgraph']
SHARES = [50, 30, 70]
EXTRAS = ['dlrm', 'dlrm', 'llamaprefill', 'llamaprefill', 'r50b32graph']
LOG = open(os.path.join(OUT, 'log'), 'a', buffering=1)
ROWS = open(os.path.join(OUT, 'rows.jsonl'), 'a', buffering=1)


def say(*words):
    print(f'{now() - BEGIN:7.2f}', *words, file=LOG)


def row(**fields):
    ROWS.write(json.dumps(fields, separators=(',', ':')) + '\n')


# --- the processes -------------------------------------------------------------------------------------------------

def worker(pipe, name, mps, share):
    try:
        if mps:
            os.environ['CUDA_MPS_PIPE_DIRECTORY'] = mps
        if share:
            os.environ['CUDA_MPS_ACTIVE_THREAD_PERCENTAGE'] = str(share)
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
        profile = None
        while True:
            command = pipe.recv()
            what = command['do']
            if what == 'end':
                break
            try:
                if what == 'run':
                    pipe.send(serve(query, command))
                elif what == 'trace':
                    profile, times = traced(torch, query, command['queries'], command.get('cpu', True), command.get('start', 0))
                    pipe.send({'traced': times})
                elif what == 'export':
                    profile.export_chrome_trace(command['file'])
                    pipe.send({'exported': os.path.getsize(command['file'])})
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


def serve(query, command):
    """Queries back to back, or as they arrive; of each when it came and when it ended, in µs from the start."""
    start, end = command['start'], command['end']
    spans = []
    arrivals = command.get('arrivals')
    if arrivals is None:
        until(start)
        t = now()
        while t < end:
            query()
            done = now()
            spans.append((t, done))
            t = done
    else:
        for offset in arrivals:
            until(start + offset)
            query()
            done = now()
            spans.append((start + offset, done))
            if done > end + 1.5:
                break
    return {'spans': [(round((a - start) * 1e6), round((b - start) * 1e6)) for a, b in spans]}


def traced(torch, query, queries, cpu, start):
    from torch.profiler import profile, ProfilerActivity
    kinds = ([ProfilerActivity.CPU] if cpu or TRIAL else []) + ([] if TRIAL else [ProfilerActivity.CUDA])
    if queries == 0:
        with profile(activities=kinds):
            query()
        return None, []
    with profile(activities=kinds) as recording:
        times = []
        until(start)
        for _ in range(queries):
            t = now()
            query()
            times.append(round((now() - t) * 1e6))
    return recording, times


class Crew:
    """Workers by key (set, name, instance); those that are not up in time are not used until they are."""

    def __init__(self, how):
        self.how, self.workers, self.up = how, {}, {}

    def start(self, key, name, mps, share=None):
        here, there = self.how.Pipe()
        process = self.how.Process(target=worker, args=(there, name, mps, share), daemon=True)
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

ALONE = {}  # mean µs of a query alone, by key


def quantile(sorted_values, q):
    return sorted_values[min(len(sorted_values) - 1, int(q * len(sorted_values)))] if sorted_values else None


def run(*asked):
    try:
        return measured(*asked)
    except Exception:
        say('run failed', asked[1:3], traceback.format_exc()[-600:])
        return None


def measured(crew, kind, keys, seconds, arrivals=None):
    """All keys at once for some seconds; of the queries those that began and ended while everybody ran."""
    crew.poll()
    if not crew.has(*keys) or now() + seconds + 1 > DEADLINE:
        return None
    start = now() + 0.012
    tail = 0.03 if arrivals is None else 0.4
    asked = {key: {'do': 'run', 'start': start, 'end': start + seconds + (tail if i or arrivals is None else 0)}
             for i, key in enumerate(keys)}
    if arrivals is not None:
        asked[keys[0]]['arrivals'] = arrivals
    answers = crew.ask(asked, seconds + 6)
    apps, skip = [], min(0.06, seconds * 0.12) * 1e6
    for i, key in enumerate(keys):
        spans = answers.get(key, {}).get('spans')
        if spans is None:
            return None
        poisson = arrivals is not None and i == 0
        inside = [(a, b) for a, b in spans if a >= skip and (poisson or b <= seconds * 1e6 + tail * 1e6)]
        times = sorted(b - a for a, b in inside)
        if not times:
            times = sorted(b - a for a, b in spans)
        mean = sum(times) / len(times)
        first, last = (inside[0][0], inside[-1][1]) if inside else (0, 1)
        apps.append({'key': key, 'queries': len(times), 'mean': round(mean, 1), 'p50': quantile(times, 0.5),
                     'p95': quantile(times, 0.95), 'p99': quantile(times, 0.99),
                     'perSecond': round(len(inside) / max(1e-6, (last - first) / 1e6), 2),
                     'us': [b - a for a, b in inside][:600]})
    extra = {} if arrivals is None else {'arrivals': len(arrivals)}
    row(kind=kind, at=round(now() - BEGIN, 2), seconds=seconds, apps=apps, **extra)
    if kind.startswith('alone'):
        ALONE[keys[0]] = apps[0]['mean']
    return apps


def length(keys, base=0.4, most=0.65):
    """Seconds for some forty queries of the slowest, twice slowed down."""
    slowest = max(ALONE.get(key, 5000) for key in keys)
    return min(most, max(base, 40 * 2 * slowest / 1e6)) if not TRIAL else 0.5


def left():
    return DEADLINE - now()


def poisson(key, load, seconds, rng):
    rate = load / (ALONE[key] / 1e6)
    times, t = [], rng.expovariate(rate)
    while t < seconds:
        times.append(t)
        t += rng.expovariate(rate)
    return times


def forked():
    """Whether a forked process can use the GPU."""
    if TRIAL:
        return not os.environ.get('SERVE_SPAWN')

    def probe():
        import torch
        torch.zeros(8, device='cuda').sum().item()
        os._exit(0)
    try:
        process = mp.get_context('fork').Process(target=probe)
        process.start()
        process.join(25)
        say('probe of a forked process', process.exitcode)
        return process.exitcode == 0
    except Exception as e:
        say('probe failed', e)
        return False


def main():
    import torch
    import torchvision  # noqa: F401 - imported once, before processes are forked
    try:
        from transformers import BertModel, BertForSequenceClassification, GPT2LMHeadModel, DynamicCache  # noqa: F401
    except Exception as e:
        say('no transformers', e)
    say('imported', torch.__version__, getattr(torchvision, '__version__', ''))
    fork = forked()
    crew = Crew(mp.get_context('fork' if fork else 'spawn'))
    names = SERVICES + JOBS
    if TRIAL:
        names = [n for n in names if n in os.environ.get("SERVE_NETS", "llamadecode,unet,dlrm,r50b32").split(",")]
    # One client of MPS that fails takes all others with it: graphs go there only once they have run without it.
    careful = [name for name in names if name in GRAPHS]
    for name in careful:
        crew.start(('turns', name, 0), name, '')
    for name in names:
        if name not in careful:
            crew.start(('mps', name, 0), name, PIPE)
    extras, seen = [], {}
    for name in [n for n in EXTRAS if n in names]:
        seen[name] = seen.get(name, 0) + 1
        if name in careful:
            extras.append((name, seen[name]))
        else:
            crew.start(('mps', name, seen[name]), name, PIPE)
    has_late = False
    last = now() + 42
    while now() < last and (len(crew.up) < len(crew.workers) or careful or not has_late):
        crew.poll()
        for name in [n for n in careful if crew.has(('turns', n, 0))]:
            careful.remove(name)
            crew.start(('mps', name, 0), name, PIPE)
            for key, share in [((f'share{share}', name, 0), share) for share in SHARES if name in SHARED and fork]:
                crew.start(key, name, PIPE, share)
            for extra in [e for e in extras if e[0] == name]:
                crew.start(('mps', *extra), name, PIPE)
        careful = [n for n in careful if ('turns', n, 0) in crew.workers]
        if not careful and not has_late:
            has_late = True  # the others without MPS, which only traces and turns want
            for name in [n for n in names if n not in GRAPHS]:
                crew.start(('turns', name, 0), name, '')
        time.sleep(0.1)
    crew.poll()
    say('up', len(crew.up), 'of', len(crew.workers))
    row(kind='start', torch=torch.__version__, fork=fork, mps=bool(PIPE), up=len(crew.up), started=len(crew.workers),
        after=round(now() - BEGIN, 2))
    measure(crew, names)
    for key in list(crew.up):
        try:
            crew.workers[key][1].send({'do': 'end'})
        except OSError:
            pass
    ended = now() + 5
    for process, _ in crew.workers.values():
        process.join(max(0.05, ended - now()))
    say('end')


def measure(crew, names):
    rng = random.Random(25)
    M = lambda name, i=0: ('mps', name, i)
    T = lambda name: ('turns', name, 0)
    for name in names:
        run(crew, 'alone', [M(name)], length([M(name)], 0.35, 0.6))
    pairs = list(itertools.combinations(names, 2)) + [(n, n) for n in dict.fromkeys(EXTRAS)]
    rng.shuffle(pairs)
    some = [p for p in pairs if p[0] != p[1]]
    some = rng.sample(some, min(10, len(some)))

    def together(kind, a, b):
        keys = [M(a), M(b, 1 if a == b else 0)]
        run(crew, kind, keys, length(keys))
    for a, b in pairs:
        together('pair', a, b)
    for name in names:
        run(crew, 'alone-again', [M(name)], length([M(name)], 0.35, 0.6))
    # Without MPS, before a profiler has touched these processes.
    for name in names:
        run(crew, 'alone-turns', [T(name)], length([T(name)], 0.3, 0.5))
    for a, b in some:
        run(crew, 'pair-turns', [T(a), T(b)], length([T(a), T(b)], 0.4, 0.7))
    try:
        traces(crew, names)
    except Exception:
        say('traces failed', traceback.format_exc()[-600:])
    shared = [n for n in SHARED if n in names]
    for name in shared:
        for share in SHARES:
            key = (f'share{share}', name, 0)
            ALONE.setdefault(key, ALONE.get(M(name), 3000) * 1.5)
            run(crew, 'alone-share', [key], length([key], 0.3, 0.5))
    splits = [(a, b, s) for a, b in itertools.combinations(shared, 2) for s in (50, 30, 70)]
    rng.shuffle(splits)
    for a, b, s in splits:
        keys = [(f'share{s}', a, 0), (f'share{100 - s}', b, 0)]
        run(crew, 'pair-share', keys, length(keys))
    service = [n for n in ('r50b1graph', 'vitgraph', 'bert8graph', 'llamadecode', 'gpt2') if n in names] or names[:2]
    jobs = [n for n in ('r50train', 'llamaprefill', 'dlrm', 'unet') if n in names]
    asked = [(s, j, load) for s in service for j in jobs for load in (0.3, 0.6)]
    rng.shuffle(asked)
    more = [(s, j, n) for s in ('r50b1graph', 'vitgraph', 'bert8graph', 'llamadecode', 'r50b1') for j, n in
            (('llamaprefill', 2), ('llamaprefill', 3), ('dlrm', 2), ('dlrm', 3)) if s in names and j in names]
    rng.shuffle(more)
    steps = [x for both in itertools.zip_longest(asked, more) for x in both if x is not None]
    for a, b, c in steps:
        if left() < 4:
            return
        if isinstance(c, float):
            if ALONE.get(M(a)):
                seconds = min(1.0, max(0.6, 100 * ALONE[M(a)] / 1e6 / c)) if not TRIAL else 0.5
                run(crew, f'poisson{int(c * 100)}', [M(a), M(b)], seconds, poisson(M(a), c, seconds, rng))
        else:
            keys = [M(a)] + [M(b, i) for i in range(c)]
            run(crew, 'instances', keys, length(keys, 0.45))
    rng.shuffle(pairs)
    for a, b in pairs:
        if left() < 4:
            return
        together('pair-again', a, b)


def traces(crew, names):
    """Of each network without MPS: with operators as users record them, then of the GPU's work alone."""
    crew.poll()
    keys = [('turns', n, 0) for n in names if crew.has(('turns', n, 0))]
    crew.ask({k: {'do': 'trace', 'queries': 0} for k in keys}, 15)  # loads the profiler everywhere
    for cpu, ending in ((True, ''), (False, '.gpu')):
        for key in keys:
            queries = 4 if key[1] in JOBS else 10
            answer = crew.ask({key: {'do': 'trace', 'queries': queries, 'cpu': cpu}}, 12).get(key)
            row(kind='traced' + ending, key=key, us=(answer or {}).get('traced'), at=round(now() - BEGIN, 2))
        exported(crew, {k: f'{k[1]}{ending}' for k in keys})


def exported(crew, files):
    asked = {k: {'do': 'export', 'file': os.path.join(OUT, f'{file}.pt.trace.json.gz')} for k, file in files.items() if crew.has(k)}
    answers = crew.ask(asked, 20)
    say('traces', {files[k]: a.get('exported') for k, a in answers.items()})


if __name__ == '__main__':
    try:
        if TRIAL and os.environ.get('SERVE_STUB'):
            import importlib
            importlib.import_module(os.environ['SERVE_STUB'])
        main()
    except Exception:
        say(traceback.format_exc())
        raise
