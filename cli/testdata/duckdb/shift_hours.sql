-- pivot shifts.csv --rows 'hour(start)' --cols 'trunc(finish, hour)' --values 'sum(staff)' --totals none
select hour(b),
    sum(staff) filter (where hour(e) = 0), sum(staff) filter (where hour(e) = 9), sum(staff) filter (where hour(e) = 10),
    sum(staff) filter (where hour(e) = 17), sum(staff) filter (where hour(e) = 23), sum(staff) filter (where e is null)
from (select start::varchar::time as b, finish::varchar::time as e, staff from shifts)
group by 1 order by 1 nulls last
