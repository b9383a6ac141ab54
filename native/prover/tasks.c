#include "tasks.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  RunTask run;
  void *context;
  size_t tasks;
  atomic_size_t next;
} Work;

typedef struct {
  Work *work;
  size_t thread;
} Worker;

static void *run_worker(void *argument) {
  Worker *worker = argument;
  Work *work = worker->work;
  for (;;) {
    size_t task = atomic_fetch_add(&work->next, 1);
    if (task >= work->tasks) return NULL;
    work->run(work->context, task, worker->thread);
  }
}

void run_tasks(RunTask run, void *context, size_t tasks, size_t threads) {
  Work work = {run, context, tasks, 0};
  Worker workers[MOST_THREADS];
  pthread_t handles[MOST_THREADS];
  size_t started = 1;
  // Where no more threads can be had, fewer do the work.
  for (; started < threads && started < tasks && started < MOST_THREADS; started++) {
    workers[started] = (Worker){&work, started};
    if (pthread_create(&handles[started], NULL, run_worker, &workers[started]) != 0) break;
  }
  workers[0] = (Worker){&work, 0};
  run_worker(&workers[0]);
  for (size_t i = 1; i < started; i++) pthread_join(handles[i], NULL);
}
