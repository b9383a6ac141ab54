// Runs independent tasks on several threads.
#ifndef KAX_TASKS_H
#define KAX_TASKS_H

#include <stddef.h>

#define MOST_THREADS 64

// A thread has the same number in all its tasks, from 0 on.
typedef void (*RunTask)(void *context, size_t task, size_t thread);

// Returns once all tasks are done; the calling thread does some of them.
void run_tasks(RunTask run, void *context, size_t tasks, size_t threads);

#endif
